package cli

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

const settingsLong = "Changes what the flags name and leaves the rest unchanged. --mapping and --parameter are added to the existing ones,\n" +
	"and --mapping RAW= removes the mapping of RAW. --parameters replaces all parameters; --no-mappings and\n" +
	"--no-parameters remove the existing ones first."

// settingFlags are the connection, mappings and parameters of an environment or a workspace.
type settingFlags struct {
	parameterFlags
	mappingFlags

	connection               string
	noMappings, noParameters bool

	newConnection nullable.Nullable[api.ID]
	newMappings   api.Mappings
	gone          []string // locations whose mapping is removed
}

func (f *settingFlags) register(command *cobra.Command) {
	f.parameterFlags.register(command)
	f.mappingFlags.register(command)
	set := command.Flags()
	set.StringVar(&f.connection, "connection", "", "id of a connection ('': the default connection)")
	set.BoolVar(&f.noMappings, "no-mappings", false, "remove the existing mappings")
	set.BoolVar(&f.noParameters, "no-parameters", false, "remove the existing parameters")
}

// prepare checks the flags before the request is sent.
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
	if f.newMappings, err = f.parse(named); err != nil {
		return err
	}
	if _, _, err = f.read(); err != nil {
		return err
	}
	return someChange(command)
}

// over merges the flags into the existing mappings and parameters. It returns nil for what does not change.
func (f *settingFlags) over(mappings api.Mappings, parameters json.RawMessage) (
	newMappings nullable.Nullable[map[string]api.Mapping], newParameters nullable.Nullable[json.RawMessage], err error,
) {
	if f.noMappings || len(f.mappings)+len(f.readOnly) > 0 {
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

// mergedObjects merges the members of one JSON object into another and keeps their values as they were written.
func mergedObjects(before, over json.RawMessage) (json.RawMessage, error) {
	merged := map[string]json.RawMessage{}
	for _, object := range []json.RawMessage{before, over} {
		if len(object) == 0 {
			continue
		}
		if json.Unmarshal(object, &merged) != nil {
			return nil, notMillraceFault()
		}
	}
	return json.Marshal(merged)
}
