// SPDX-License-Identifier: Apache-2.0

// Command watchload opens connections × streams × watchings on an etcd server,
// says when all of them stand, and holds them until its standard input closes.
// It speaks gRPC directly: etcd's client library would cost more memory for each
// watching than the server does, and the two share a machine.
//
// It prints JSON lines: {"event":"ready",…} once all watchings are confirmed by
// the server, {"event":"closed",…} when it is told to stop.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	pb "go.etcd.io/etcd/api/v3/etcdserverpb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// batch bounds how many requests are sent before their answers are read, so that
// neither side buffers a whole stream's worth.
const batch = 100

type load struct {
	Connections int    `json:"connections"`
	Streams     int    `json:"streams_per_connection"`
	Watchings   int    `json:"watchings_per_stream"`
	Keys        string `json:"keys"`
	KeyBytes    int    `json:"key_bytes"`
}

type counts struct {
	Connections int64 `json:"connections"`
	Streams     int64 `json:"streams"`
	Watchings   int64 `json:"watchings"`
}

type event struct {
	Event   string  `json:"event"`
	Load    load    `json:"load"`
	Opened  counts  `json:"opened"`
	Seconds float64 `json:"seconds"`
}

// opener opens what its load asks for and counts what the server confirmed.
type opener struct {
	load     load
	endpoint string
	parallel int

	connections, streams, watchings atomic.Int64
	nextKey                         atomic.Int64

	// stop ends every stream at once.
	stop context.CancelCauseFunc

	mu   sync.Mutex
	held []io.Closer
	kept []pb.Watch_WatchClient
}

func main() {
	o := &opener{}
	flag.StringVar(&o.endpoint, "endpoint", "127.0.0.1:2379", "address of the server")
	flag.IntVar(&o.load.Connections, "connections", 1, "number of connections")
	flag.IntVar(&o.load.Streams, "streams", 1, "watch streams on each connection")
	flag.IntVar(&o.load.Watchings, "watchings", 1, "watchings on each stream")
	flag.StringVar(&o.load.Keys, "keys", "distinct", "distinct: each watching has a key of its own; one: all watch the same key")
	flag.IntVar(&o.load.KeyBytes, "key-bytes", 32, "size of a key")
	flag.IntVar(&o.parallel, "parallel", 32, "connections opened at a time")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "watchload:", err)
		os.Exit(1)
	}
}

func run(o *opener) error {
	if err := o.check(); err != nil {
		return err
	}
	began := time.Now()
	done := make(chan struct{})
	go o.tell(done)
	var ctx context.Context
	ctx, o.stop = context.WithCancelCause(context.Background())
	defer o.stop(nil)
	err := o.openAll(ctx)
	close(done)
	if err != nil {
		return fmt.Errorf("%w (opened so far: %+v)", err, o.counted())
	}
	if err := o.say("ready", began); err != nil {
		return err
	}
	// Reading to the end of standard input waits for whoever started us, and
	// also ends when they die.
	_, _ = io.Copy(io.Discard, os.Stdin)
	for _, c := range o.held {
		_ = c.Close()
	}
	return o.say("closed", began)
}

func (o *opener) check() error {
	l := o.load
	switch {
	case l.Connections < 1, l.Streams < 1, l.Watchings < 1, o.parallel < 1:
		return errors.New("-connections, -streams, -watchings and -parallel must be at least 1")
	case l.Keys != "distinct" && l.Keys != "one":
		return fmt.Errorf("-keys is %q, want distinct or one", l.Keys)
	case l.KeyBytes < 16:
		return errors.New("-key-bytes must be at least 16")
	}
	return nil
}

func (o *opener) openAll(ctx context.Context) error {
	work := make(chan struct{})
	var wg sync.WaitGroup
	for range o.parallel {
		wg.Go(func() {
			for range work {
				if err := o.openConnection(ctx); err != nil {
					o.stop(err)
					return
				}
			}
		})
	}
feed:
	for range o.load.Connections {
		select {
		case work <- struct{}{}:
		case <-ctx.Done():
			break feed
		}
	}
	close(work)
	wg.Wait()
	return context.Cause(ctx)
}

func (o *opener) openConnection(ctx context.Context) error {
	conn, err := grpc.NewClient("passthrough:///"+o.endpoint,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithNoProxy(),
		grpc.WithSharedWriteBuffer(true),
		grpc.WithReadBufferSize(4<<10),
		grpc.WithWriteBufferSize(4<<10))
	if err != nil {
		return err
	}
	o.mu.Lock()
	o.held = append(o.held, conn)
	o.mu.Unlock()
	o.connections.Add(1)
	client := pb.NewWatchClient(conn)
	for range o.load.Streams {
		stream, err := client.Watch(ctx)
		if err != nil {
			return fmt.Errorf("open a stream: %w", err)
		}
		if err := o.fill(stream); err != nil {
			return err
		}
		o.streams.Add(1)
		o.mu.Lock()
		o.kept = append(o.kept, stream)
		o.mu.Unlock()
	}
	return nil
}

// fill creates the watchings of one stream and waits for the server's word on each.
func (o *opener) fill(stream pb.Watch_WatchClient) error {
	for left := o.load.Watchings; left > 0; {
		n := min(left, batch)
		for range n {
			if err := stream.Send(o.request()); err != nil {
				return fmt.Errorf("create a watching: %w", err)
			}
		}
		for range n {
			answer, err := stream.Recv()
			if err != nil {
				return fmt.Errorf("wait for a watching: %w", err)
			}
			if !answer.Created || answer.Canceled {
				return fmt.Errorf("server refused a watching: %s", answer.CancelReason)
			}
		}
		o.watchings.Add(int64(n))
		left -= n
	}
	return nil
}

func (o *opener) request() *pb.WatchRequest {
	key := int64(0)
	if o.load.Keys == "distinct" {
		key = o.nextKey.Add(1)
	}
	return &pb.WatchRequest{RequestUnion: &pb.WatchRequest_CreateRequest{
		CreateRequest: &pb.WatchCreateRequest{Key: fmt.Appendf(nil, "%0*d", o.load.KeyBytes, key)},
	}}
}

func (o *opener) counted() counts {
	return counts{Connections: o.connections.Load(), Streams: o.streams.Load(), Watchings: o.watchings.Load()}
}

func (o *opener) say(what string, began time.Time) error {
	return json.NewEncoder(os.Stdout).Encode(event{
		Event: what, Load: o.load, Opened: o.counted(), Seconds: time.Since(began).Seconds(),
	})
}

// tell reports progress on standard error, once a second.
func (o *opener) tell(done <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			c := o.counted()
			fmt.Fprintf(os.Stderr, "connections %d, streams %d, watchings %d\n", c.Connections, c.Streams, c.Watchings)
		}
	}
}
