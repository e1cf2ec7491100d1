package snapshot

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Parameters are what templates see as parameters.
type Parameters struct {
	Raw    json.RawMessage // as they came
	Values map[string]any
	Own    bool // not the environment's
}

// ResolveParameters lays the parameters of a run over those of its environment, or puts them in their place. They may come as a
// string that holds an object, as some clients send them.
func ResolveParameters(environment, asked json.RawMessage, merge bool) (Parameters, error) {
	base, err := readParameters(environment)
	if err != nil || isAbsent(asked) {
		return base, err
	}
	own, err := readParameters(unquote(asked))
	if err != nil {
		return Parameters{}, err
	}
	if merge {
		merged := maps.Clone(base.Values)
		maps.Copy(merged, own.Values)
		own.Values = merged
		if own.Raw, err = json.Marshal(merged); err != nil {
			return Parameters{}, err
		}
	}
	own.Own = !bytes.Equal(own.Raw, base.Raw)
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

const maxParameterBytes = 256 * 1024

func readParameters(raw json.RawMessage) (Parameters, error) {
	if isAbsent(raw) {
		raw = json.RawMessage("{}")
	}
	if len(raw) > maxParameterBytes {
		return Parameters{}, fault.New(fault.Invalid, "the parameters take %d bytes", len(raw)).WithHint("At most %d.", maxParameterBytes)
	}
	values, err := readObject(raw)
	return Parameters{Raw: raw, Values: values}, err
}

func readObject(raw json.RawMessage) (map[string]any, error) {
	var values map[string]any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if !json.Valid(raw) || decoder.Decode(&values) != nil || values == nil {
		return nil, fault.New(fault.Invalid, "the parameters are not a JSON object").
			WithHint(`Send an object like {"day": "2026-01-31"}, or a string that holds one.`)
	}
	for key, value := range values {
		var err error
		if values[key], err = plain(value); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// plain turns numbers into those that templates know. A whole number that is too large for them stays as it was written,
// as a text, so that it is rendered digit by digit.
func plain(value any) (_ any, err error) {
	switch value := value.(type) {
	case json.Number:
		return plainNumber(value)
	case []any:
		for i := range value {
			if value[i], err = plain(value[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for key := range value {
			if value[key], err = plain(value[key]); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}

func plainNumber(number json.Number) (any, error) {
	if whole, err := number.Int64(); err == nil {
		return whole, nil
	}
	if !strings.ContainsAny(number.String(), ".eE") {
		return number.String(), nil
	}
	float, err := number.Float64()
	if err != nil {
		return nil, fault.New(fault.Invalid, "the parameters hold %s, which is too large", number).WithHint("Send it as a text.")
	}
	return float, nil
}
