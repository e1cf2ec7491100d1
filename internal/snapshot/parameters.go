package snapshot

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Parameters are the parameters of templates.
type Parameters struct {
	Raw    json.RawMessage // as received
	Values map[string]any
	Own    bool // differ from the environment's
}

// ResolveParameters merges the parameters of a run into those of its environment, or replaces them. Some clients send the object
// as a string.
func ResolveParameters(environment, requested json.RawMessage, merge bool) (Parameters, error) {
	base, err := readParameters(environment)
	if err != nil || IsAbsent(requested) {
		return base, err
	}
	own, err := readParameters(unquote(requested))
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

// IsAbsent reports whether a request has no parameters: empty, null or an empty string.
func IsAbsent(raw json.RawMessage) bool {
	text := bytes.TrimSpace(raw)
	return len(text) == 0 || string(text) == "null" || string(text) == `""`
}

// unquote returns the object in a JSON string, or the value itself if it is not a string.
func unquote(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return json.RawMessage(text)
	}
	return raw
}

const maxParameterBytes = 256 * 1024

func readParameters(raw json.RawMessage) (Parameters, error) {
	if IsAbsent(raw) {
		raw = json.RawMessage("{}")
	}
	if len(raw) > maxParameterBytes {
		return Parameters{}, fault.New(fault.Invalid, "the parameters have %d bytes", len(raw)).WithHint("Use at most %d bytes.", maxParameterBytes)
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
			WithHint(`Send an object like {"day": "2026-01-31"}, or a string that contains one.`)
	}
	for key, value := range values {
		var err error
		if values[key], err = plain(value); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// plain converts JSON numbers to the number types of templates. An integer that is too large stays a string, so that it is
// rendered digit by digit.
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
		return nil, fault.New(fault.Invalid, "the parameters contain %s, which is too large", number).WithHint("Send it as a string.")
	}
	return float, nil
}
