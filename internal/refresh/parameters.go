package refresh

import (
	"bytes"
	"encoding/json"

	"github.com/millrace/millrace/internal/snapshot"
)

// parameters are what templates see as parameters.
type parameters struct {
	raw    json.RawMessage
	values map[string]any
	own    bool // of this run alone, not the environment's
}

// resolveParameters lays the parameters of a run over those of its environment, or puts them in their place.
func resolveParameters(environment, asked json.RawMessage, merge bool) (parameters, error) {
	p, err := snapshot.ResolveParameters(environment, asked, merge)
	return parameters{p.Raw, p.Values, p.Own}, err
}

func isAbsent(raw json.RawMessage) bool {
	text := bytes.TrimSpace(raw)
	return len(text) == 0 || string(text) == "null" || string(text) == `""`
}
