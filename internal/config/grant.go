package config

import (
	"path/filepath"
	"strings"

	"github.com/millrace/millrace/internal/network"
)

// Grant gives all organizations or one of them the right to use something.
type Grant[T any] struct {
	Organization string // its id or name; empty means all organizations
	Value        T
}

// Grants is a setting whose elements are for all organizations, or for the one that is named before an equals sign.
type Grants[T any] []Grant[T]

// For returns the values that apply to an organization.
func (g Grants[T]) For(id, name string) []T {
	var values []T
	for _, grant := range g {
		if grant.Organization == "" || grant.Organization == id || grant.Organization == name {
			values = append(values, grant.Value)
		}
	}
	return values
}

// Organizations returns the ids and names of organizations that the setting mentions.
func (g Grants[T]) Organizations() []string {
	var names []string
	for _, grant := range g {
		if grant.Organization != "" {
			names = append(names, grant.Organization)
		}
	}
	return names
}

// grants reads a list. An element that is a value is for all organizations; otherwise it begins with an organization and
// an equals sign.
func grants[T any](expected string, read func(text string) (T, bool)) form[Grants[T]] {
	return form[Grants[T]]{shape: List, expected: expected, read: func(text string) (Grants[T], bool) {
		var all Grants[T]
		for element := range strings.SplitSeq(text, ",") {
			element = strings.TrimSpace(element)
			if element == "" {
				continue
			}
			var grant Grant[T]
			value, ok := read(element)
			if !ok {
				organization, rest, found := strings.Cut(element, "=")
				grant.Organization = strings.TrimSpace(organization)
				if value, ok = read(strings.TrimSpace(rest)); !ok || !found || grant.Organization == "" {
					return nil, false
				}
			}
			grant.Value = value
			all = append(all, grant)
		}
		return all, true
	}}
}

// folders must be absolute, because they grant access: it must not depend on the working directory of the server.
func folders() form[Grants[string]] {
	return grants("absolute paths of folders with commas between them, each for all organizations or for one, such as /srv/shared, Acme=/srv/acme",
		func(text string) (string, bool) {
			return filepath.Clean(text), filepath.IsAbs(text) && !strings.ContainsRune(text, 0)
		})
}

// ranges are networks or addresses, for all organizations or for one.
func ranges() form[Grants[network.Range]] {
	return grants("networks, or addresses with or without a port, with commas between them, each for all organizations or for one, "+
		"such as 10.0.0.0/8, Acme=10.1.2.3:5432", network.ParseRange)
}
