package project

import (
	"context"
	"encoding/json"
	"time"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// Environment is a deploy target with its own mappings, parameters, connection and deployed state.
type Environment struct {
	Organization ids.Organization
	ID           ids.Environment
	Project      ids.Project
	Name         string // not unique
	Status       Status
	CreatedAt    time.Time
	CreatedBy    Author
	Settings     EnvironmentSettings
	// DeployedCommit is there after the first deploy.
	DeployedCommit string
	// Snapshot names the files of the project that is deployed; empty when nothing is.
	Snapshot string
}

// Author is who created something, also after the user is gone.
type Author struct {
	ID        ids.User
	FirstName string
	LastName  string
}

// EnvironmentSettings is what people set; a zero value is unset.
type EnvironmentSettings struct {
	Description           string
	OAuthEnabled          bool
	Connection            ids.Connection // empty is the organization's default one
	ConnectionAccount     string
	AccessURL             string
	DefaultStorageMapping string
	Mappings              map[string]Mapping // by storage location
	DevEnv                bool
	Parameters            json.RawMessage // runtime parameters: a JSON object, to the letter; empty is {}
	TagColors             TagColors
}

// Mapping is where a storage location is.
type Mapping struct {
	Database string `json:"database"`
	Schema   string `json:"schema"`
}

// TagColors is how an environment looks.
type TagColors struct {
	Background string
	Text       string
}

// EnvironmentOrder is what lists of environments can be ordered by; id is by number.
var EnvironmentOrder = page.Fields{"id", "name", "status", "project", "createdAt"}

// EnvironmentQuery is which environments a list shows.
type EnvironmentQuery struct {
	Sees    account.Visibility
	Project ids.Project // empty is every project
	Page    page.Request
}

// EnvironmentStore keeps environments.
type EnvironmentStore interface {
	// Create stores an environment under the next number of its organization and gives it back complete. The project and
	// the connection must be of the organization.
	Create(ctx context.Context, by account.Actor, environment Environment) (Environment, error)
	Find(ctx context.Context, organization ids.Organization, id ids.Environment) (Environment, error)
	List(ctx context.Context, query EnvironmentQuery) (page.Result[Environment], error)
	// Change reads an environment, lets change decide and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id ids.Environment, change func(*Environment) error) (Environment, error)
	Delete(ctx context.Context, by account.Actor, id ids.Environment) error
}

// EnvironmentNotFound is the fault for an environment that is not there or that the caller may not see.
func EnvironmentNotFound(id string) error {
	return fault.New(fault.NotFound, "environment %s was not found", id).
		WithHint("GET /api/v1/environments lists the environments that you can see.")
}

const (
	maxName           = 200
	maxDescription    = 10_000
	maxSetting        = 2_000
	maxMappings       = 1_000
	maxParameterBytes = 256 * 1024
)

func (e *Environment) check() error {
	if err := validate.CheckName("the environment's name", e.Name, maxName); err != nil {
		return err
	}
	s := e.Settings
	if err := validate.CheckParagraphs("the description", s.Description, maxDescription); err != nil {
		return err
	}
	for what, text := range map[string]string{
		"connectionAccount": s.ConnectionAccount, "accessUrl": s.AccessURL, "defaultStorageMapping": s.DefaultStorageMapping,
		"tagColors.backgroundColor": s.TagColors.Background, "tagColors.textColor": s.TagColors.Text,
	} {
		if err := validate.CheckLine(what, text, maxSetting); err != nil {
			return err
		}
	}
	if err := checkMappings(s.Mappings); err != nil {
		return err
	}
	return checkParameters(s.Parameters)
}

func checkParameters(raw json.RawMessage) error {
	if len(raw) > maxParameterBytes {
		return fault.New(fault.Invalid, "runTimeParameters take %d bytes", len(raw)).WithHint("At most %d.", maxParameterBytes)
	}
	if len(raw) == 0 {
		return nil
	}
	var object map[string]json.RawMessage // stays nil for null, which is JSON but no object
	if !utf8.Valid(raw) || json.Unmarshal(raw, &object) != nil || object == nil {
		return fault.New(fault.Invalid, "runTimeParameters are not a JSON object").WithHint(`Send an object like {"day": "2026-01-31"}.`)
	}
	return nil
}

func checkMappings(mappings map[string]Mapping) error {
	if len(mappings) > maxMappings {
		return fault.New(fault.Invalid, "there are %d mappings", len(mappings)).WithHint("At most %d.", maxMappings)
	}
	for location, mapping := range mappings {
		if err := validate.CheckName("a storage location's name", location, maxName); err != nil {
			return err
		}
		if err := validate.CheckLine("mappings."+location+".database", mapping.Database, maxName); err != nil {
			return err
		}
		if err := validate.CheckLine("mappings."+location+".schema", mapping.Schema, maxName); err != nil {
			return err
		}
	}
	return nil
}
