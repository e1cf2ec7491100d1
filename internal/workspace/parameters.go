package workspace

import (
	"bytes"
	"encoding/json"
	"strings"
)

// readParameters parses the parameters of a workspace, which were validated when they were stored.
func readParameters(raw json.RawMessage) map[string]any {
	values := map[string]any{}
	if len(raw) == 0 {
		return values
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&values) != nil {
		return map[string]any{}
	}
	for key, value := range values {
		values[key] = plain(value)
	}
	return values
}

// plain converts the numbers of JSON to those of templates and files. A whole number that is too large stays as
// written, as a text.
func plain(value any) any {
	switch value := value.(type) {
	case json.Number:
		return plainNumber(value)
	case []any:
		for i := range value {
			value[i] = plain(value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = plain(value[key])
		}
	}
	return value
}

func plainNumber(number json.Number) any {
	if whole, err := number.Int64(); err == nil {
		return whole
	}
	if float, err := number.Float64(); err == nil && strings.ContainsAny(number.String(), ".eE") {
		return float
	}
	return number.String()
}
