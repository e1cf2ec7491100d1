package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/toml/v2"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"
	gotoml "github.com/pelletier/go-toml/v2"
)

// configFile returns the path of the config file from the flag or, without a flag, from the environment.
func configFile(sources Sources, from environ) string {
	if sources.File != "" {
		return sources.File
	}
	return from.config
}

// readFile reads the config file if there is one.
func readFile(table []Setting, path string, wrong *problems) layer {
	if path == "" {
		return nil
	}
	parser := parserOf(path)
	if parser == nil {
		wrong.addf("file %s has an unknown extension: expected .toml, .yaml or .yml", path)
		return nil
	}
	tree := koanf.New(".")
	if err := tree.Load(file.Provider(path), parser); err != nil {
		wrong.addf("%s", unreadable(path, err))
		return nil
	}
	return pick(table, path, tree.All(), wrong)
}

func parserOf(path string) koanf.Parser {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".toml":
		return toml.Parser()
	case ".yaml", ".yml":
		return yaml.Parser()
	}
	return nil
}

// unreadable reports where a file is invalid without quoting it, because it may contain a password without its quotes.
func unreadable(path string, err error) string {
	if system, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Sprintf("file %s cannot be read: %v", path, system.Err)
	}
	format := strings.ToUpper(strings.TrimPrefix(filepath.Ext(path), "."))
	if syntax, ok := errors.AsType[*gotoml.DecodeError](err); ok {
		line, column := syntax.Position()
		return fmt.Sprintf("file %s is not valid %s at line %d, column %d", path, format, line, column)
	}
	if line := regexp.MustCompile(`line \d+`).FindString(err.Error()); line != "" {
		return fmt.Sprintf("file %s is not valid %s at %s", path, format, line)
	}
	return fmt.Sprintf("file %s is not valid %s", path, format)
}

// pick returns the settings of a file and reports every key that is not a setting.
func pick(table []Setting, path string, found map[string]any, wrong *problems) layer {
	values := layer{}
	var keys []string
	for _, setting := range table {
		keys = append(keys, setting.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		value := found[key]
		switch {
		case isEmpty(value) && (slices.Contains(keys, key) || isTable(keys, key)):
			// A key without a value, or a table without keys, sets nothing.
		case slices.Contains(keys, key):
			values[key] = sourcedValue{value: value, from: fmt.Sprintf("file %s key %s", path, key)}
		case isTable(keys, key):
			wrong.addf("file %s key %s is invalid: it is a table of settings", path, key)
		default:
			wrong.addf("file %s key %s is not a setting%s", path, key, didYouMean(key, keys))
		}
	}
	return values
}

func isEmpty(value any) bool {
	table, ok := value.(map[string]any)
	return value == nil || (ok && len(table) == 0)
}

func isTable(keys []string, name string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(key, name+".") })
}
