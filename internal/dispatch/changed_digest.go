package dispatch

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// digest is what tells the data of a source, or why there is nothing that does.
type digest struct {
	stamp   plan.Stamp
	problem string // set when the stamp is not
}

const (
	// digestPatience is how long all sources of a run together are read. Somebody waits for the answer.
	digestPatience = 30 * time.Second
	digestsAtOnce  = 4
	longestProblem = 200 // bytes
)

// digests reads sources to the end. One that cannot be read is nothing to stop for: what reads it is then built. An error is
// that nobody waits any more.
func (s *Runs) digests(ctx context.Context, c comparison, sources []*compiler.Node) (map[transform.NodeID]digest, error) {
	if len(sources) == 0 {
		return map[transform.NodeID]digest{}, nil
	}
	if c.at.home != "" && c.at.home != s.options.Home { // an embedded engine, which cannot be looked into from here
		return noDigests(sources, "its data is on another server"), nil
	}
	reading, done := context.WithTimeout(ctx, digestPatience)
	defer done()
	opened, release, err := s.options.Engine(reading, c.environment.Organization, c.at.connection)
	if err != nil {
		return noDigests(sources, problemText(reading, err)), givenUp(ctx)
	}
	defer release()
	return takeDigests(reading, opened, c.compiled, sources), givenUp(ctx)
}

func givenUp(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fault.Wrap(ctx.Err(), fault.Canceled, "the request was given up")
}

func noDigests(sources []*compiler.Node, problem string) map[transform.NodeID]digest {
	digests := make(map[transform.NodeID]digest, len(sources))
	for _, source := range sources {
		digests[source.ID] = digest{problem: problem}
	}
	return digests
}

// takeDigests reads several sources at once, each of the readers in a session of its own.
func takeDigests(ctx context.Context, of engine.Engine, c *compiler.Compilation, sources []*compiler.Node) map[transform.NodeID]digest {
	digests := noDigests(sources, "it was not read")
	var mu sync.Mutex
	var readers sync.WaitGroup
	queue := make(chan *compiler.Node)
	for range min(digestsAtOnce, len(sources)) {
		readers.Go(func() {
			reader := newDigestReader(ctx, of)
			defer reader.close()
			for source := range queue {
				found := reader.read(ctx, c.Renderer.Name(source.Ref()))
				mu.Lock()
				digests[source.ID] = found
				mu.Unlock()
			}
		})
	}
	for _, source := range sources {
		queue <- source
	}
	close(queue)
	readers.Wait()
	return digests
}

// digestReader reads tables one after the other.
type digestReader struct {
	engine  engine.Engine
	session engine.Session
	err     error // why there is no session
}

func newDigestReader(ctx context.Context, of engine.Engine) *digestReader {
	r := &digestReader{engine: of}
	r.session, r.err = of.Session(ctx, engine.Label{Owner: "changed/" + string(ids.New[ids.Session]()), Epoch: 1})
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
	return digest{stamp: plan.Stamp(fmt.Sprintf("rows %v", rows.Values[0][0]))}
}

// problemText is an error as one short line.
func problemText(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return fmt.Sprintf("to read all sources takes longer than %s", digestPatience)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	if len(line) > longestProblem {
		line = strings.ToValidUTF8(line[:longestProblem], "") + "…"
	}
	return line
}
