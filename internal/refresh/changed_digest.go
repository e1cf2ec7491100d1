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

// digest is what tells the data of a source, or why there is nothing that does.
type digest struct {
	version plan.DataVersion
	problem string // set when the stamp is not
}

const (
	digestsAtOnce = 4
	maxProblem    = 200 // bytes
)

// digestSources reads what is outside to the end, by its name in SQL: several tables at once, each of the readers in a session
// of its own.
func digestSources(ctx context.Context, of engine.Engine, c *plan.ChangeCheck) map[string]digest {
	digests := map[string]digest{}
	for _, thing := range c.Relations {
		if thing.Outside != "" {
			digests[thing.Outside] = digest{problem: "it was not read"}
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

// digestReader reads tables one after the other.
type digestReader struct {
	engine  engine.Engine
	session engine.Session
	err     error // buildReason there is no session
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
		return digest{problem: "its engine has no digests"}
	}
	rows, err := r.session.Query(ctx, query, 1)
	if err != nil {
		return digest{problem: problemText(ctx, err)}
	}
	if len(rows.Values) != 1 || len(rows.Values[0]) != 1 {
		return digest{problem: "its engine gave no digest"}
	}
	return digest{version: plan.DataVersion(fmt.Sprintf("rows %v", rows.Values[0][0]))}
}

// problemText is an error as one short line.
func problemText(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return fmt.Sprintf("to ask about everything takes longer than %s", compareTimeout)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	if len(line) > maxProblem {
		line = strings.ToValidUTF8(line[:maxProblem], "") + "…"
	}
	return line
}
