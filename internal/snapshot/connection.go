package snapshot

import (
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// ResolvedConnection is where the data of an environment or workspace is.
type ResolvedConnection struct {
	Kind         string // of the engine
	Connection   ids.Connection
	DataFolderID string // the data folder whose process must do the work; empty when any can
}

// CompileTarget is what a project is compiled for there.
func (s ResolvedConnection) Target(mappings map[string]project.Mapping, parameters map[string]any) CompileTarget {
	place := CompileTarget{
		Platform: s.Kind, DefaultDatabase: enginekind.DefaultDatabase(s.Kind), Parameters: parameters,
		Mappings: make(map[string]transform.Mapping, len(mappings)),
	}
	for location, mapping := range mappings {
		place.Mappings[location] = transform.Mapping{Database: mapping.Database, Schema: mapping.Schema}
	}
	return place
}
