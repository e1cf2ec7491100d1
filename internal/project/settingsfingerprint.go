package project

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/ids"
)

// SettingsFingerprint has hashes of the settings of an environment that a plan depends on. An empty hash does not
// matter to the plan. A name, a description or a color is not covered.
type SettingsFingerprint struct {
	Target     string // of the connection and the mappings
	Parameters string
}

// NewSettingsFingerprint returns the fingerprint of a plan that uses all settings. The connection is the resolved one,
// also if the settings name none.
func NewSettingsFingerprint(connection ids.Connection, settings EnvironmentSettings) SettingsFingerprint {
	target := fmt.Appendf(nil, "%q %q", connection, schemasOf(settings.Mappings)) // prints maps in the order of their keys
	if readOnly := readOnlyLocations(settings.Mappings); len(readOnly) > 0 {
		target = fmt.Appendf(target, " %q", readOnly)
	}
	return SettingsFingerprint{Target: digest(target), Parameters: digest(plainParameters(settings.Parameters))}
}

// schemasOf returns what mappings lead to. Fingerprints from before mappings could be read-only have this form.
func schemasOf(mappings map[string]Mapping) map[string]struct{ Database, Schema string } {
	schemas := make(map[string]struct{ Database, Schema string }, len(mappings))
	for location, mapping := range mappings {
		schemas[location] = struct{ Database, Schema string }{mapping.Database, mapping.Schema}
	}
	return schemas
}

// readOnlyLocations returns the locations with read-only mappings, in order.
func readOnlyLocations(mappings map[string]Mapping) []string {
	var locations []string
	for location, mapping := range mappings {
		if mapping.ReadOnly {
			locations = append(locations, location)
		}
	}
	slices.Sort(locations)
	return locations
}

// WithoutParameters returns the fingerprint of a plan with parameters of its own.
func (f SettingsFingerprint) WithoutParameters() SettingsFingerprint {
	return SettingsFingerprint{Target: f.Target}
}

// Changed names the settings that differ from those of a plan; empty if the plan is still valid.
func (f SettingsFingerprint) Changed(now SettingsFingerprint) string {
	switch {
	case f.Target != "" && f.Target != now.Target:
		return "the mappings or the connection"
	case f.Parameters != "" && f.Parameters != now.Parameters:
		return "the parameters"
	default:
		return ""
	}
}

// plainParameters returns parameters in a canonical form, because the order of keys and white space do not matter.
func plainParameters(raw json.RawMessage) []byte {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	var values map[string]any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&values) != nil {
		return raw
	}
	plain, err := json.Marshal(values)
	if err != nil {
		return raw
	}
	return plain
}

func digest(of []byte) string {
	sum := sha256.Sum256(of)
	return hex.EncodeToString(sum[:16])
}
