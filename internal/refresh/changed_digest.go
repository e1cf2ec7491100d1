package refresh

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
)

// digest is the data version of a source, or the reason why there is none.
type digest struct {
	version plan.DataVersion
	problem string // set if the version is not
}

const (
	digestsAtOnce = 4
	maxProblem    = 200 // bytes
)

// digestSources computes the digests of the sources, by their names in SQL. It reads several tables at once, each reader in a
// session of its own.
func digestSources(ctx context.Context, of engine.Engine, c *plan.ChangeCheck) map[string]digest {
	digests := map[string]digest{}
	for _, relation := range c.Relations {
		if relation.Outside != "" {
			digests[relation.Outside] = digest{problem: "not read"}
		}
	}
	tables := slices.Sorted(maps.Keys(digests))
	var mu sync.Mutex
	var readers sync.WaitGroup
	queue := make(chan string)
	for range min(digestsAtOnce, len(tables)) {
		readers.Go(func() {
			reader := newDigestReader(ctx, of)
			defer reader.close()
			for table := range queue {
				found := reader.read(ctx, table)
				mu.Lock()
				digests[table] = found
				mu.Unlock()
			}
		})
	}
	for _, table := range tables {
		queue <- table
	}
	close(queue)
	readers.Wait()
	return digests
}

// digestReader computes digests of tables in sequence.
type digestReader struct {
	engine  engine.Engine
	session engine.Session
	err     error // why there is no session
}

func newDigestReader(ctx context.Context, of engine.Engine) *digestReader {
	r := &digestReader{engine: of}
	r.session, r.err = of.Session(ctx, engine.Label{WorkID: "changed/" + string(ids.New[ids.Session]()), Epoch: 1})
	return r
}

func (r *digestReader) close() {
	if r.err == nil {
		_ = r.session.Close() // nothing depends on it
	}
}

func (r *digestReader) read(ctx context.Context, table string) digest {
	query := r.engine.Dialect().Digest(table)
	switch {
	case r.err != nil:
		return digest{problem: problemText(ctx, r.err)}
	case query == "":
		return digest{problem: "the engine does not support digests"}
	}
	rows, err := r.session.Query(ctx, query, 1)
	if err != nil {
		return digest{problem: problemText(ctx, err)}
	}
	if len(rows.Values) != 1 || len(rows.Values[0]) != 1 {
		return digest{problem: "the engine returned no digest"}
	}
	return digest{version: plan.DataVersion(fmt.Sprintf("rows %v", rows.Values[0][0]))}
}

// problemText returns an error as one short line.
func problemText(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return fmt.Sprintf("the comparison took longer than %s", compareTimeout)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	if len(line) > maxProblem {
		line = strings.ToValidUTF8(line[:maxProblem], "") + "…"
	}
	return line
}
