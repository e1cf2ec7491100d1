package dispatch

import (
	"bytes"
	"encoding/json"

	"github.com/millrace/millrace/internal/deployed"
)

// parameters are what templates see as parameters.
type parameters struct {
	raw    json.RawMessage
	values map[string]any
	own    bool // of this run alone, not the environment's
}

// settleParameters lays the parameters of a run over those of its environment, or puts them in their place.
func settleParameters(environment, asked json.RawMessage, merge bool) (parameters, error) {
	p, err := deployed.SettleParameters(environment, asked, merge)
	return parameters{p.Raw, p.Values, p.Own}, err
}

func isAbsent(raw json.RawMessage) bool {
	text := bytes.TrimSpace(raw)
	return len(text) == 0 || string(text) == "null" || string(text) == `""`
}
