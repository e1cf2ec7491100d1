package duckdb

import (
	"context"
	"sync"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// maxInStock is as many nodes as usually begin at one moment.
const maxInStock = 8

// stock keeps connections that nobody has used yet. To open one takes microseconds while DuckDB has nothing to do, and
// milliseconds while its threads hold all processors, so it is done beside the work and not ahead of it.
type stock struct {
	connector *duckdb.Connector
	opening   sync.WaitGroup

	mu       sync.Mutex
	ready    []*duckdb.Conn
	isClosed bool
}

// take gives a connection, and has another one opened for whoever comes next.
func (s *stock) take(ctx context.Context) (*duckdb.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isClosed {
		s.opening.Go(s.add)
	}
	if last := len(s.ready) - 1; last >= 0 {
		taken := s.ready[last]
		s.ready = s.ready[:last]
		return taken, nil
	}
	return s.open(ctx)
}

func (s *stock) open(ctx context.Context) (*duckdb.Conn, error) {
	opened, err := s.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return opened.(*duckdb.Conn), nil //nolint:forcetypeassert // the driver has no other
}

// add opens one connection, if there is room for it. Whoever needs it and does not find it opens it himself, and hears why
// that cannot be done.
func (s *stock) add() {
	s.mu.Lock()
	isFull := s.isClosed || len(s.ready) >= maxInStock
	s.mu.Unlock()
	if isFull {
		return
	}
	opened, err := s.open(context.Background())
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isClosed || len(s.ready) >= maxInStock {
		_ = opened.Close() // nothing was done with it
		return
	}
	s.ready = append(s.ready, opened)
}

// close closes what nobody has taken.
func (s *stock) close() {
	s.mu.Lock()
	s.isClosed = true
	for _, connection := range s.ready {
		_ = connection.Close() // as above
	}
	s.ready = nil
	s.mu.Unlock()
	s.opening.Wait()
}
