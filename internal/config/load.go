package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Sources contains the inputs of Load.
type Sources struct {
	Flags   map[string]string // by name without dashes; only flags that were set
	Environ []string          // NAME=value, as in os.Environ
	File    string            // path of the config file; empty uses MILLRACE_CONFIG, or none
	Command string            // whose help lists the settings, for hints; empty: millrace serve
}

// sourcedValue is a value and a description of its source.
type sourcedValue struct {
	value any
	from  string
}

// layer contains the values of one source, by key.
type layer map[string]sourcedValue

// problems collects all errors, so that one start reports all of them.
type problems []string

func (p *problems) addf(format string, args ...any) { *p = append(*p, fmt.Sprintf(format, args...)) }

// Load reads the settings. It returns a fault that lists every error.
func Load(sources Sources) (Settings, error) {
	table := Table()
	var wrong problems
	var settings Settings
	environ, unknown := readEnviron(table, sources.Environ)
	settings.Warnings = unknown
	values := layer{}
	maps.Copy(values, readFile(table, configFile(sources, environ), &wrong))
	maps.Copy(values, environ.layer)
	maps.Copy(values, readFlags(table, sources.Flags, &wrong))
	for _, setting := range table {
		setting.apply(&settings, values, &wrong)
	}
	if len(wrong) > 0 {
		return Settings{}, wrong.fault(cmp.Or(sources.Command, "millrace serve"))
	}
	return settings, nil
}

// apply parses the setting's value, or its default, into its field.
func (s Setting) apply(settings *Settings, values layer, wrong *problems) {
	found, ok := values[s.Key]
	if !ok {
		found = sourcedValue{value: s.Default, from: "the default"}
	}
	text, ok := s.Shape.text(found.value)
	if !ok || !s.set(settings, text) {
		wrong.addf("%s%s from %s is invalid: expected %s", s.Key, s.shown(found.value), found.from, s.Expected)
	}
}

func readFlags(table []Setting, flags map[string]string, wrong *problems) layer {
	values := layer{}
	byFlag := map[string]Setting{}
	for _, setting := range table {
		byFlag[setting.Flag()] = setting
	}
	delete(byFlag, "") // the settings without a flag
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		setting, ok := byFlag[name]
		if !ok {
			wrong.addf("flag --%s is not a setting", name)
			continue
		}
		values[setting.Key] = sourcedValue{value: flags[name], from: "flag --" + name}
	}
	return values
}

func (p problems) fault(command string) error {
	message := p[0]
	if len(p) > 1 {
		message = fmt.Sprintf("%d settings are invalid:\n- %s", len(p), strings.Join(p, "\n- "))
	}
	return fault.New(fault.Invalid, "%s", message).
		WithHint("Run %s --help for the settings with their environment variables and defaults.", command)
}
