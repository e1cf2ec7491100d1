package config

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// configVariable names the config file. The file cannot contain this setting itself.
	configVariable = envPrefix + "CONFIG"
	// testPrefix is the prefix of variables for tests. A server ignores them.
	testPrefix = envPrefix + "TEST_"
)

// environ contains the settings of the environment.
type environ struct {
	layer  layer
	config string // path of the config file
}

// readEnviron returns the variables that are settings, and warns about variables with the prefix that are not.
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
			found.layer[key] = sourcedValue{value: value, from: "environment variable " + name}
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
