package httpapi

import (
	"encoding/json"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func presentEnvironmentSummary(e project.Environment) api.EnvironmentSummary {
	return api.EnvironmentSummary{
		ID: ids.FormatNumber(e.ID), Name: e.Name, Status: api.EnvironmentStatus(e.Status), Project: string(e.Project),
		CreatedAt: timestamp(e.CreatedAt), CreatedBy: presentAuthor(e.CreatedBy),
	}
}

func presentEnvironment(e project.Environment) api.Environment {
	s := e.Settings
	shape := api.Environment{
		ID: ids.FormatNumber(e.ID), Name: e.Name, Status: api.EnvironmentStatus(e.Status), Project: string(e.Project),
		CreatedAt: timestamp(e.CreatedAt), CreatedBy: presentAuthor(e.CreatedBy),
		Description: s.Description, OauthEnabled: s.OAuthEnabled, Connection: optional(string(s.Connection)),
		ConnectionAccount: optional(s.ConnectionAccount), ConnectionUser: optional(s.ConnectionUser), AccessURL: optional(s.AccessURL),
		DefaultStorageMapping: optional(s.DefaultStorageMapping), CurrentMappings: api.Mappings{}, DevEnv: s.DevEnv,
		RunTimeParameters: s.Parameters, DeployedCommit: optional(e.DeployedCommit), Health: presentHealth(e.Health),
		WorkerLabel: optional(s.WorkerLabel),
	}
	for location, mapping := range s.Mappings {
		shape.CurrentMappings[location] = presentMapping(mapping)
	}
	if len(shape.RunTimeParameters) == 0 {
		shape.RunTimeParameters = json.RawMessage("{}")
	}
	if s.TagColors != (project.TagColors{}) {
		shape.TagColors = &api.TagColors{BackgroundColor: optional(s.TagColors.Background), TextColor: optional(s.TagColors.Text)}
	}
	return shape
}

func presentHealth(h project.EnvironmentHealth) api.EnvironmentHealth {
	shape := api.EnvironmentHealth{Status: string(h.Status), FailedTests: h.FailedTests}
	shape.Nodes.Healthy, shape.Nodes.Stale = h.Nodes[project.Healthy], h.Nodes[project.Stale]
	shape.Nodes.TestsFailing, shape.Nodes.Failed = h.Nodes[project.TestsFailing], h.Nodes[project.HealthFailed]
	return shape
}

func presentAuthor(a project.Author) api.CreatedBy {
	return api.CreatedBy{ID: string(a.ID), FirstName: a.FirstName, LastName: a.LastName}
}

func presentMapping(m project.Mapping) api.Mapping {
	shape := api.Mapping{Database: m.Database, Schema: m.Schema}
	if m.ReadOnly {
		shape.ReadOnly = &m.ReadOnly
	}
	return shape
}

func mappingsOf(wire map[string]api.Mapping) map[string]project.Mapping {
	if wire == nil {
		return nil
	}
	mappings := make(map[string]project.Mapping, len(wire))
	for location, mapping := range wire {
		mappings[location] = project.Mapping{Database: mapping.Database, Schema: mapping.Schema, ReadOnly: value(mapping.ReadOnly)}
	}
	return mappings
}

func tagColorsOf(wire api.TagColors) project.TagColors {
	return project.TagColors{Background: value(wire.BackgroundColor), Text: value(wire.TextColor)}
}
