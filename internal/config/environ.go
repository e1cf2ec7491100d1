package config

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// configVariable names the config file; it cannot be in that file itself.
	configVariable = envPrefix + "CONFIG"
	// testPrefix leads variables that speak to our tests; a server passes over them.
	testPrefix = envPrefix + "TEST_"
)

// environ is what the environment gives.
type environ struct {
	layer  layer
	config string // path of the config file
}

// readEnviron takes the variables that are settings, and warns of those that look as if they were.
func readEnviron(table []Setting, variables []string) (environ, []string) {
	found := environ{layer: layer{}}
	keyOf := map[string]string{configVariable: ""}
	for _, setting := range table {
		keyOf[setting.Env()] = setting.Key
	}
	var warnings []string
	for _, variable := range variables {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, envPrefix) || strings.HasPrefix(name, testPrefix) {
			continue
		}
		key, known := keyOf[name]
		switch {
		case !known:
			warnings = append(warnings, unknownVariable(name, keyOf))
		case value == "":
		case name == configVariable:
			found.config = value
		default:
			found.layer[key] = given{value: value, from: "environment variable " + name}
		}
	}
	slices.Sort(warnings)
	return found, warnings
}

func unknownVariable(name string, known map[string]string) string {
	names := make([]string, 0, len(known))
	for candidate := range known {
		names = append(names, candidate)
	}
	return fmt.Sprintf("environment variable %s is not a setting%s", name, didYouMean(name, names))
}
