package ducklake

import (
	"context"
	"net"
	"net/netip"
	"strconv"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// checkEndpoint checks the addresses of an object store. The child process resolves the name again, so that this is weaker
// than the check of the catalog's address.
func checkEndpoint(ctx context.Context, c engine.Connection, lake *duckdb.Lake) error {
	if c.CheckDial == nil || !lake.IsRemote() || lake.Store.Endpoint == "" {
		return nil
	}
	host, port, err := storeAddress(lake)
	if err != nil {
		return err
	}
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return fault.New(fault.Unavailable, "ducklake connection: the host %s of setting s3Endpoint cannot be resolved", host).
			WithHint("Check its name. If the store has no host name for each bucket, set s3UrlStyle to path.")
	}
	for _, address := range addresses {
		if err := c.CheckDial(ctx, netip.AddrPortFrom(address.Unmap(), port), ""); err != nil {
			return err
		}
	}
	return nil
}

// storeAddress returns the host and the port that DuckDB connects to. The bucket is part of the host's name, unless it is part of the
// path.
func storeAddress(lake *duckdb.Lake) (host string, port uint16, err error) {
	host, port = lake.Store.Endpoint, 443
	if lake.Store.WithoutTLS {
		port = 80
	}
	if name, number, err := net.SplitHostPort(host); err == nil {
		parsed, err := strconv.ParseUint(number, 10, 16)
		if err != nil || parsed == 0 {
			return "", 0, fault.New(fault.Invalid, "ducklake connection: setting s3Endpoint has no valid port")
		}
		host, port = name, uint16(parsed)
	}
	if lake.Store.URLStyle == "path" {
		return host, port, nil
	}
	return bucketOf(lake) + "." + host, port, nil
}
