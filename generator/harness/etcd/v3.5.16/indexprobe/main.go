// SPDX-License-Identifier: Apache-2.0

// Command indexprobe measures the memory of etcd 3.5.16's own tree index.
package main

import (
	"unsafe"

	"benchtrail/harness/indexprobe"

	_ "go.etcd.io/etcd/server/v3/mvcc"
	"go.uber.org/zap"
)

// tree is an interface value as the runtime lays it out: etcd keeps the type of
// its index to itself, so its two words are all that can be held here.
type tree struct{ table, data unsafe.Pointer }

// revision has the layout of etcd's type of that name.
type revision struct{ main, sub int64 }

//go:linkname newTreeIndex go.etcd.io/etcd/server/v3/mvcc.newTreeIndex
func newTreeIndex(lg *zap.Logger) tree

//go:linkname putTreeIndex go.etcd.io/etcd/server/v3/mvcc.(*treeIndex).Put
func putTreeIndex(index unsafe.Pointer, key []byte, at revision)

func main() {
	indexprobe.Main("go.etcd.io/etcd/server/v3", func() indexprobe.Put {
		index := newTreeIndex(zap.NewNop())
		return func(key []byte, main int64) {
			putTreeIndex(index.data, key, revision{main: main})
		}
	})
}
