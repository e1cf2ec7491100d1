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

// Environment is a target of deployments, with its own mappings, parameters, connection and deployed state.
type Environment struct {
	Organization ids.Organization
	ID           ids.Environment
	Project      ids.Project
	Name         string // not unique
	Status       Status
	CreatedAt    time.Time
	CreatedBy    Author
	Settings     EnvironmentSettings
	// DeployedCommit is set after the first deployment.
	DeployedCommit string
	// Snapshot is the id of the deployed project snapshot; empty if nothing is deployed.
	Snapshot string
	// ConfirmSharedMappings lets this change map locations to schemas that others map too. It is not stored.
	ConfirmSharedMappings bool
	// Health is the health of the deployed nodes. Only Describe, Create, Update, and List with WithHealth fill it in.
	Health EnvironmentHealth
}

// Author is the user who created something; it stays after the user is deleted.
type Author struct {
	ID        ids.User
	FirstName string
	LastName  string
}

// EnvironmentSettings has the settings of users; a zero value is unset.
type EnvironmentSettings struct {
	Description           string
	OAuthEnabled          bool
	Connection            ids.Connection // empty means the organization's default
	ConnectionAccount     string
	ConnectionUser        string // replaces the user of the connection; empty for none
	SealedSecret          string // of ConnectionUser; opens only for this environment and its connection
	AccessURL             string
	DefaultStorageMapping string
	Mappings              map[string]Mapping // by storage location
	DevEnv                bool
	Parameters            json.RawMessage // runtime parameters: a JSON object, byte for byte as sent; empty means {}
	TagColors             TagColors
	WorkerLabel           string // that a worker of its runs must have; empty for none
}

// Mapping is the database and schema of a storage location.
type Mapping struct {
	Database string `json:"database"`
	Schema   string `json:"schema"`
	// ReadOnly attaches the database of an embedded engine for reading.
	ReadOnly bool `json:"readOnly,omitempty"`
}

// TagColors has the colors of an environment in the web application.
type TagColors struct {
	Background string
	Text       string
}

// EnvironmentOrder lists the fields that a list of environments can be ordered by; id is by number.
var EnvironmentOrder = page.Fields{"id", "name", "status", "project", "createdAt"}

// EnvironmentQuery selects the environments of a list.
type EnvironmentQuery struct {
	Sees    account.Visibility
	Project ids.Project // empty means all projects
	// Environment selects one environment; 0 means all.
	Environment ids.Environment
	// WithHealth fills in the health of the environments.
	WithHealth bool
	Page       page.Request
}

// EnvironmentStore stores environments.
type EnvironmentStore interface {
	HealthStore
	// Create stores an environment under the next number of its organization and returns it. The project and the
	// connection must belong to the organization.
	Create(ctx context.Context, by account.Actor, environment Environment) (Environment, error)
	// CreateSealed is Create for an environment with a secret. It calls seal when the environment has its number.
	CreateSealed(ctx context.Context, by account.Actor, environment Environment, seal func(*Environment) error) (Environment, error)
	Find(ctx context.Context, organization ids.Organization, id ids.Environment) (Environment, error)
	List(ctx context.Context, query EnvironmentQuery) (page.Result[Environment], error)
	// Change reads an environment, calls change and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id ids.Environment, change func(*Environment) error) (Environment, error)
	Delete(ctx context.Context, by account.Actor, id ids.Environment) error
}

// EnvironmentNotFound returns the fault for an environment that does not exist or that the caller may not see.
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
		"connectionAccount": s.ConnectionAccount, "connectionUser": s.ConnectionUser, "accessUrl": s.AccessURL, "defaultStorageMapping": s.DefaultStorageMapping,
		"tagColors.backgroundColor": s.TagColors.Background, "tagColors.textColor": s.TagColors.Text,
	} {
		if err := validate.CheckLine(what, text, maxSetting); err != nil {
			return err
		}
	}
	if err := checkMappings(s.Mappings); err != nil {
		return err
	}
	if err := checkWorkerLabel(s.WorkerLabel); err != nil {
		return err
	}
	return checkParameters(s.Parameters)
}

func checkParameters(raw json.RawMessage) error {
	if len(raw) > maxParameterBytes {
		return fault.New(fault.Invalid, "runTimeParameters have %d bytes", len(raw)).WithHint("Use at most %d bytes.", maxParameterBytes)
	}
	if len(raw) == 0 {
		return nil
	}
	var object map[string]json.RawMessage // stays nil for null, which is JSON but not an object
	if !utf8.Valid(raw) || json.Unmarshal(raw, &object) != nil || object == nil {
		return fault.New(fault.Invalid, "runTimeParameters are not a JSON object").WithHint(`Send an object like {"day": "2026-01-31"}.`)
	}
	return nil
}

func checkMappings(mappings map[string]Mapping) error {
	if len(mappings) > maxMappings {
		return fault.New(fault.Invalid, "there are %d mappings", len(mappings)).WithHint("Use at most %d.", maxMappings)
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
