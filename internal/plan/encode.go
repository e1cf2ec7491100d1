package plan

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"github.com/millrace/millrace/internal/fault"
)

// A stored plan, and what it unpacks to, are bounded: ten thousand nodes with long statements are far below it.
const (
	mostStoredBytes = 64 << 20
	mostPlanBytes   = 1 << 30
)

// Encode writes a plan for storage: JSON, compressed, because statements of one project resemble each other.
func (p Plan) Encode() ([]byte, error) {
	var out bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(zipped).Encode(p); err != nil {
		return nil, err
	}
	if err := zipped.Close(); err != nil {
		return nil, err
	}
	if out.Len() > mostStoredBytes {
		return nil, fault.New(fault.Limit, "the plan takes %d MB", out.Len()>>20).
			WithHint("At most %d MB. Run it in parts, with selectors.", mostStoredBytes>>20)
	}
	return out.Bytes(), nil
}

// Decode reads what Encode wrote.
func Decode(stored []byte) (Plan, error) {
	var p Plan
	zipped, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return p, fmt.Errorf("the stored plan cannot be read: %w", err)
	}
	if err := json.NewDecoder(io.LimitReader(zipped, mostPlanBytes)).Decode(&p); err != nil {
		return p, fmt.Errorf("the stored plan cannot be read: %w", err)
	}
	return p, p.check()
}

// check makes sure that the plan can be walked: every upstream comes before.
func (p Plan) check() error {
	for i := range p.Nodes {
		for _, up := range p.Nodes[i].Upstream {
			if up < 0 || up >= i {
				return fmt.Errorf("the stored plan is damaged: node %d waits for node %d", i, up)
			}
		}
	}
	return nil
}
