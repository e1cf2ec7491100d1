package cli

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

const settingsLong = "Changes what flags name, and leaves the rest as it is. --mapping and --parameter are laid over what there is, and\n" +
	"--mapping RAW= takes the mapping of RAW away; --parameters, --no-mappings and --no-parameters begin anew."

// settingFlags say where an environment or a workspace works, and with what.
type settingFlags struct {
	parameterFlags

	connection               string
	mappings                 []string
	noMappings, noParameters bool

	newConnection nullable.Nullable[api.ID]
	newMappings   api.Mappings
	gone          []string // locations that have no mapping afterwards
}

func (f *settingFlags) register(command *cobra.Command) {
	f.parameterFlags.register(command)
	set := command.Flags()
	set.StringVar(&f.connection, "connection", "", "id of a connection; '' is the default one")
	set.StringArrayVar(&f.mappings, "mapping", nil, "where a storage location is, as LOCATION=database.schema; may be repeated")
	set.BoolVar(&f.noMappings, "no-mappings", false, "forget the mappings that there are")
	set.BoolVar(&f.noParameters, "no-parameters", false, "forget the parameters that there are")
}

// prepare looks at the flags before anything is sent.
func (f *settingFlags) prepare(command *cobra.Command) error {
	f.newConnection = changedOrNull(command, "connection", api.ID(f.connection))
	var named []string
	for _, item := range f.mappings {
		if location, isGone := strings.CutSuffix(item, "="); isGone && location != "" {
			f.gone = append(f.gone, location)
		} else {
			named = append(named, item)
		}
	}
	var err error
	if f.newMappings, err = parseMappings(named); err != nil {
		return err
	}
	if _, _, err = f.read(); err != nil {
		return err
	}
	return someChange(command)
}

// over lays what the flags say over the mappings and parameters that there are. What stays as it is, is left out.
func (f *settingFlags) over(mappings api.Mappings, parameters json.RawMessage) (
	newMappings nullable.Nullable[map[string]api.Mapping], newParameters nullable.Nullable[json.RawMessage], err error,
) {
	if f.noMappings || len(f.mappings) > 0 {
		newMappings = nullable.NewNullableWithValue(f.mappingsOver(mappings))
	}
	given, isOver, err := f.read()
	if err != nil || given == nil && !f.noParameters {
		return newMappings, nil, err
	}
	if given == nil {
		return newMappings, nullable.NewNullNullable[json.RawMessage](), nil
	}
	if isOver && !f.noParameters {
		given, err = mergedObjects(parameters, given)
	}
	return newMappings, nullable.NewNullableWithValue(given), err
}

func (f *settingFlags) mappingsOver(before api.Mappings) map[string]api.Mapping {
	after := map[string]api.Mapping{}
	if !f.noMappings {
		maps.Copy(after, before)
	}
	maps.Copy(after, f.newMappings)
	for _, location := range f.gone {
		delete(after, location)
	}
	return after
}

// mergedObjects lays the members of one JSON object over those of another. Their values stay as they were written.
func mergedObjects(before, over json.RawMessage) (json.RawMessage, error) {
	merged := map[string]json.RawMessage{}
	for _, object := range []json.RawMessage{before, over} {
		if len(object) == 0 {
			continue
		}
		if json.Unmarshal(object, &merged) != nil {
			return nil, notOurs()
		}
	}
	return json.Marshal(merged)
}
