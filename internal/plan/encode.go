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
	maxStoredBytes = 64 << 20
	maxPlanBytes   = 1 << 30
)

// smallBytes is what is not worth compressing: the tables of the compressor are larger, and are made anew each time.
const smallBytes = 16 << 10

// Encode writes a plan for storage: JSON, compressed when there is much of it, because statements of one project resemble
// each other.
func (p Plan) Encode() ([]byte, error) {
	if len(p.Nodes) < smallBytes/1024 {
		if plain, err := json.Marshal(p); err != nil || len(plain) < smallBytes {
			return plain, err
		}
	}
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
	if out.Len() > maxStoredBytes {
		return nil, fault.New(fault.Limit, "the plan takes %d MB", out.Len()>>20).
			WithHint("At most %d MB. Run it in parts, with selectors.", maxStoredBytes>>20)
	}
	return out.Bytes(), nil
}

// Decode reads what Encode wrote.
func Decode(stored []byte) (Plan, error) {
	var p Plan
	if bytes.HasPrefix(stored, []byte("{")) && len(stored) < smallBytes {
		if err := json.Unmarshal(stored, &p); err != nil {
			return p, fmt.Errorf("the stored plan cannot be read: %w", err)
		}
		return p, p.check()
	}
	zipped, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return p, fmt.Errorf("the stored plan cannot be read: %w", err)
	}
	if err := json.NewDecoder(io.LimitReader(zipped, maxPlanBytes)).Decode(&p); err != nil {
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
