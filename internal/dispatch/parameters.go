package dispatch

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/millrace/millrace/internal/fault"
)

// parameters are what templates see as parameters.
type parameters struct {
	raw    json.RawMessage
	values map[string]any
	own    bool // of this run alone, not the environment's
}

// settleParameters lays the parameters of a run over those of its environment, or puts them in their place. They may come as a
// string that holds an object, as some clients send them.
func settleParameters(environment, asked json.RawMessage, merge bool) (parameters, error) {
	base, err := readParameters(environment)
	if err != nil || isAbsent(asked) {
		return base, err
	}
	own, err := readParameters(unquote(asked))
	if err != nil {
		return parameters{}, err
	}
	if merge {
		merged := maps.Clone(base.values)
		maps.Copy(merged, own.values)
		own.values = merged
		if own.raw, err = json.Marshal(merged); err != nil {
			return parameters{}, err
		}
	}
	own.own = !bytes.Equal(own.raw, base.raw)
	return own, nil
}

func isAbsent(raw json.RawMessage) bool {
	text := bytes.TrimSpace(raw)
	return len(text) == 0 || string(text) == "null" || string(text) == `""`
}

// unquote takes an object out of the string that holds it.
func unquote(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return json.RawMessage(text)
	}
	return raw
}

const mostParameterBytes = 256 * 1024

func readParameters(raw json.RawMessage) (parameters, error) {
	if isAbsent(raw) {
		raw = json.RawMessage("{}")
	}
	if len(raw) > mostParameterBytes {
		return parameters{}, fault.New(fault.Invalid, "the parameters take %d bytes", len(raw)).WithHint("At most %d.", mostParameterBytes)
	}
	var values map[string]any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&values) != nil || values == nil || decoder.More() {
		return parameters{}, fault.New(fault.Invalid, "the parameters are not a JSON object").
			WithHint(`Send an object like {"day": "2026-01-31"}, or a string that holds one.`)
	}
	for key, value := range values {
		values[key] = plainNumbers(value)
	}
	return parameters{raw: raw, values: values}, nil
}

// plainNumbers turns numbers into those that templates know: whole ones stay whole, however large.
func plainNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole
		}
		float, _ := value.Float64()
		return float
	case []any:
		for i := range value {
			value[i] = plainNumbers(value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = plainNumbers(value[key])
		}
	}
	return value
}
