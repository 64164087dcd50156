// SPDX-License-Identifier: Apache-2.0

// Package indexprobe measures how much memory a key index takes, the way etcd's
// storage memory document describes it: the bytes the Go runtime counts as
// allocated before and after the index is built. It knows nothing of etcd; each
// etcd version has a small main package that hands over its own index.
package indexprobe

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"time"
	"unsafe"
)

// Put adds one more version of a key, at the given main revision.
type Put func(key []byte, revision int64)

type load struct {
	Keys     int `json:"keys"`
	Versions int `json:"versions"`
	KeyBytes int `json:"key_bytes"`
}

// stats is the part of runtime.MemStats that this measurement rests on.
type stats struct {
	AllocBytes      uint64 `json:"alloc_bytes"`
	TotalAllocBytes uint64 `json:"total_alloc_bytes"`
	HeapInuseBytes  uint64 `json:"heap_inuse_bytes"`
	HeapObjects     uint64 `json:"heap_objects"`
	StackInuseBytes uint64 `json:"stack_inuse_bytes"`
	SysBytes        uint64 `json:"sys_bytes"`
	Collections     uint32 `json:"collections"`
}

type difference struct {
	// Built is taken as soon as the last version is in, with whatever garbage
	// the building has left; Collected after a forced collection.
	BuiltBytes     int64 `json:"built_bytes"`
	CollectedBytes int64 `json:"collected_bytes"`
}

type report struct {
	Load         load       `json:"load"`
	PointerBytes int        `json:"pointer_bytes"`
	GoVersion    string     `json:"go_version"`
	Module       string     `json:"module"`
	Seconds      float64    `json:"seconds"`
	Before       stats      `json:"before"`
	Built        stats      `json:"built"`
	Collected    stats      `json:"collected"`
	Difference   difference `json:"difference"`
}

// Main reads the load from the command line, builds the index that start makes,
// and prints one JSON report on standard output. start returns the function that
// adds to the index; as long as that function is reachable, so is the index.
func Main(module string, start func() Put) {
	var l load
	flag.IntVar(&l.Keys, "keys", 100_000, "number of keys")
	flag.IntVar(&l.Versions, "versions", 1, "versions of each key")
	flag.IntVar(&l.KeyBytes, "key-bytes", 64, "size of a key")
	flag.Parse()
	if l.Keys < 1 || l.Versions < 1 || l.KeyBytes < 16 || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "indexprobe: want -keys and -versions of at least 1, -key-bytes of at least 16, and nothing else")
		os.Exit(2)
	}
	if err := write(os.Stdout, measure(l, module, start)); err != nil {
		fmt.Fprintln(os.Stderr, "indexprobe:", err)
		os.Exit(1)
	}
}

func measure(l load, module string, start func() Put) report {
	// The slots are made before the first reading, so that only what a key and
	// its versions cost lies between the readings.
	keys := make([][]byte, l.Keys)
	random := rand.NewChaCha8([32]byte{'i', 'n', 'd', 'e', 'x'})

	before := read(true)
	began := time.Now()
	put := start()
	revision := int64(1)
	for range l.Versions {
		for i := range keys {
			if keys[i] == nil {
				keys[i] = make([]byte, l.KeyBytes)
				random.Read(keys[i])
			}
			revision++
			put(keys[i], revision)
		}
	}
	seconds := time.Since(began).Seconds()
	built := read(false)
	collected := read(true)
	runtime.KeepAlive(put)
	runtime.KeepAlive(keys)

	return report{
		Load:         l,
		PointerBytes: int(unsafe.Sizeof(uintptr(0))),
		GoVersion:    runtime.Version(),
		Module:       pinned(module),
		Seconds:      seconds,
		Before:       before,
		Built:        built,
		Collected:    collected,
		Difference: difference{
			BuiltBytes:     int64(built.AllocBytes) - int64(before.AllocBytes),
			CollectedBytes: int64(collected.AllocBytes) - int64(before.AllocBytes),
		},
	}
}

func read(collect bool) stats {
	if collect {
		// The second pass frees what the first one only finalised.
		runtime.GC()
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return stats{
		AllocBytes:      m.Alloc,
		TotalAllocBytes: m.TotalAlloc,
		HeapInuseBytes:  m.HeapInuse,
		HeapObjects:     m.HeapObjects,
		StackInuseBytes: m.StackInuse,
		SysBytes:        m.Sys,
		Collections:     m.NumGC,
	}
}

// pinned names the module with the version that was really linked in.
func pinned(module string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == module {
				return d.Path + "@" + d.Version
			}
		}
	}
	return module
}

func write(w io.Writer, r report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
