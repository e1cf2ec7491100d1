package plan

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"github.com/millrace/millrace/internal/fault"
)

// Limits of a stored plan, compressed and decompressed: ten thousand nodes with long statements are far below them.
const (
	maxStoredBytes = 64 << 20
	maxPlanBytes   = 1 << 30
)

// smallBytes is the size below which compression does not pay: the tables of the compressor are larger, and each call allocates
// them.
const smallBytes = 16 << 10

// Encode encodes a plan for storage: JSON, compressed if it is large, because statements of one project are similar.
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
		return nil, fault.New(fault.Limit, "the plan has %d MB", out.Len()>>20).
			WithHint("Use at most %d MB. Run the project in parts, with selectors.", maxStoredBytes>>20)
	}
	return out.Bytes(), nil
}

// Decode decodes the result of Encode.
func Decode(stored []byte) (Plan, error) {
	var p Plan
	if bytes.HasPrefix(stored, []byte("{")) && len(stored) < smallBytes {
		if err := json.Unmarshal(stored, &p); err != nil {
			return p, fmt.Errorf("cannot read the stored plan: %w", err)
		}
		return p, p.check()
	}
	zipped, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return p, fmt.Errorf("cannot read the stored plan: %w", err)
	}
	if err := json.NewDecoder(io.LimitReader(zipped, maxPlanBytes)).Decode(&p); err != nil {
		return p, fmt.Errorf("cannot read the stored plan: %w", err)
	}
	return p, p.check()
}

// check verifies that every upstream node comes before its readers.
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
