package ducklake

import "github.com/millrace/millrace/internal/engine/duckdb"

// StoreAddress returns the host and the port of an object store that DuckDB connects to.
func StoreAddress(lake *duckdb.Lake) (host string, port uint16, err error) { return storeAddress(lake) }
