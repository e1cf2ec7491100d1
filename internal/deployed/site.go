package deployed

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// Site is where the data of an environment or workspace is.
type Site struct {
	Kind       string // of the engine
	Connection ids.Connection
	Home       string // the data folder whose process must do the work; empty when any can
}

// Place is what a project is compiled for there.
func (s Site) Place(mappings map[string]project.Mapping, parameters map[string]any) Place {
	place := Place{
		Platform: s.Kind, DefaultDatabase: engine.DefaultDatabase(s.Kind), Parameters: parameters,
		Mappings: make(map[string]transform.Mapping, len(mappings)),
	}
	for location, mapping := range mappings {
		place.Mappings[location] = transform.Mapping{Database: mapping.Database, Schema: mapping.Schema}
	}
	return place
}
