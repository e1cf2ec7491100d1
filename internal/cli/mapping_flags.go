package cli

import (
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// mappingFlags are mappings of storage locations on the command line.
type mappingFlags struct {
	mappings, readOnly []string
	confirmShared      bool
}

func (f *mappingFlags) register(command *cobra.Command) {
	set := command.Flags()
	set.StringArrayVar(&f.mappings, "mapping", nil, "schema of a storage location, as LOCATION=database.schema; may be repeated")
	set.StringArrayVar(&f.readOnly, "read-only-mapping", nil, "like --mapping, for a database that is only read")
	set.BoolVar(&f.confirmShared, "confirm-shared-mappings", false,
		"let locations lead to schemas that others map too (organization administrators)")
}

// confirm returns the confirmation for the body of a request.
func (f *mappingFlags) confirm() *bool {
	if !f.confirmShared {
		return nil
	}
	return &f.confirmShared
}

// parse reads the mappings of both flags.
func (f *mappingFlags) parse(writable []string) (api.Mappings, error) {
	mappings, err := parseMappings(writable)
	if err != nil {
		return nil, err
	}
	readOnly, err := parseMappings(f.readOnly)
	for location, mapping := range readOnly {
		mapping.ReadOnly = new(true)
		readOnly[location] = mapping
	}
	maps.Copy(mappings, readOnly)
	return mappings, err
}

// parseMappings reads LOCATION=database.schema. A database name may contain dots; a schema name may not.
func parseMappings(list []string) (api.Mappings, error) {
	mappings := api.Mappings{}
	for _, item := range list {
		location, schema, _ := strings.Cut(item, "=")
		dot := strings.LastIndex(schema, ".")
		if location == "" || dot < 1 || dot == len(schema)-1 {
			return nil, fault.New(fault.Invalid, "mapping %q does not have the form LOCATION=database.schema", item)
		}
		mappings[location] = api.Mapping{Database: schema[:dot], Schema: schema[dot+1:]}
	}
	return mappings, nil
}
