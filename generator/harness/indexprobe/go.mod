module benchtrail/harness/indexprobe

go 1.26.0
