package store

import (
	"bytes"
	"encoding/json"

	"github.com/millrace/millrace/internal/audit"
)

// shownParameters returns runtime parameters as an entry shows them: with the values masked whose names say that they may be
// secrets.
func shownParameters(raw json.RawMessage) any {
	shown, _ := splitParameters(raw)
	return shown
}

// secretParameters returns the values that shownParameters masks, by their paths, so that an entry says that one of them changed.
func secretParameters(raw json.RawMessage) map[string]any {
	_, secrets := splitParameters(raw)
	return secrets
}

func splitParameters(raw json.RawMessage) (shown any, secrets map[string]any) {
	secrets = map[string]any{}
	if len(raw) == 0 {
		return nil, secrets
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // a float would change long numbers
	if err := decoder.Decode(&shown); err != nil {
		return nil, map[string]any{"": string(raw)} // no JSON, which services reject
	}
	return maskParameters(shown, "", secrets), secrets
}

// maskParameters returns a value with its secrets masked, and adds these to a map.
func maskParameters(value any, path string, secrets map[string]any) any {
	switch value := value.(type) {
	case map[string]any:
		masked := make(map[string]any, len(value))
		for name, inner := range value {
			if audit.IsSecretName(name) {
				secrets[path+name], masked[name] = inner, "[masked]"
				continue
			}
			masked[name] = maskParameters(inner, path+name+".", secrets)
		}
		return masked
	case []any:
		masked := make([]any, len(value))
		for i, inner := range value {
			masked[i] = maskParameters(inner, path, secrets)
		}
		return masked
	default:
		return value
	}
}
