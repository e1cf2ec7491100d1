package project

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/millrace/millrace/internal/ids"
)

// SettingsFingerprint is what a plan takes from the settings of its environment, as digests. What is empty does not matter to the plan.
// A name, a description or a color is no part of it.
type SettingsFingerprint struct {
	Target     string // where the environment leads: its connection and its mappings
	Parameters string
}

// NewSettingsFingerprint is the footing of a plan that takes everything from the settings. The connection is the one that they mean, also
// when they name none.
func NewSettingsFingerprint(connection ids.Connection, settings EnvironmentSettings) SettingsFingerprint {
	place := fmt.Appendf(nil, "%q %q", connection, settings.Mappings) // which has maps in the order of their keys
	return SettingsFingerprint{Target: digest(place), Parameters: digest(plainParameters(settings.Parameters))}
}

// WithoutParameters is the footing of a plan that brings parameters of its own.
func (f SettingsFingerprint) WithoutParameters() SettingsFingerprint {
	return SettingsFingerprint{Target: f.Target}
}

// Changed names what is other in an environment than a plan was made for; empty when the plan still holds.
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

// plainParameters are parameters in one way of writing them. The order of keys and the space between them mean nothing.
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
