module benchtrail/harness/etcd/v3.5.35

go 1.26.0
