package duckdb

import (
	"context"
	"sync"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

const (
	// maxUnused is the number of nodes that usually start at once.
	maxUnused = 8
	// minUnused is how many connections are kept ready for the next nodes.
	minUnused = 2
)

// connectionCache keeps unused connections: new ones, and those of sessions that left nothing behind. Opening one takes as long as
// a small statement while DuckDB is idle, and milliseconds while its threads use all CPUs, so it is done in the background.
type connectionCache struct {
	connector *duckdb.Connector
	opening   sync.WaitGroup

	mu       sync.Mutex
	ready    []*duckdb.Conn
	isClosed bool
}

// take returns a connection, and opens another one in the background if few are left.
func (c *connectionCache) take(ctx context.Context) (*duckdb.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isClosed && len(c.ready) <= minUnused {
		c.opening.Go(c.add)
	}
	if last := len(c.ready) - 1; last >= 0 {
		taken := c.ready[last]
		c.ready = c.ready[:last]
		return taken, nil
	}
	return c.open(ctx)
}

// put adds a connection that is as a new one, or closes it if there are enough.
func (c *connectionCache) put(unused *duckdb.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed || len(c.ready) >= maxUnused {
		_ = unused.Close() // fails only if it was closed before
		return
	}
	c.ready = append(c.ready, unused)
}

func (c *connectionCache) open(ctx context.Context) (*duckdb.Conn, error) {
	opened, err := c.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return opened.(*duckdb.Conn), nil //nolint:forcetypeassert // the driver has no other
}

// add opens one connection unless the cache is full. It ignores an error: the caller that finds no connection opens one
// itself and gets the error.
func (c *connectionCache) add() {
	c.mu.Lock()
	isFull := c.isClosed || len(c.ready) >= maxUnused
	c.mu.Unlock()
	if isFull {
		return
	}
	opened, err := c.open(context.Background())
	if err != nil {
		return
	}
	c.put(opened)
}

// close closes the unused connections.
func (c *connectionCache) close() {
	c.mu.Lock()
	c.isClosed = true
	for _, connection := range c.ready {
		_ = connection.Close() // as in put
	}
	c.ready = nil
	c.mu.Unlock()
	c.opening.Wait()
}
