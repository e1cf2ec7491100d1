package snapshot

import (
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// ResolvedConnection is the connection of an environment or workspace with the facts that runs need.
type ResolvedConnection struct {
	Kind         string // of the engine
	Connection   ids.Connection
	DataFolderID string // the data folder whose process must run the work; empty if any process can
	WorkerLabel  string // that a worker of its runs must have; empty for none
}

// Target returns the compile target for mappings and parameters on this connection.
func (s ResolvedConnection) Target(mappings map[string]project.Mapping, parameters map[string]any) CompileTarget {
	target := CompileTarget{
		Platform: s.Kind, DefaultDatabase: enginekind.DefaultDatabase(s.Kind), Parameters: parameters,
		Mappings: make(map[string]transform.Mapping, len(mappings)),
	}
	for location, mapping := range mappings {
		target.Mappings[location] = transform.Mapping{Database: mapping.Database, Schema: mapping.Schema}
	}
	return target
}
