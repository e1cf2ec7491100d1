package transform

import "github.com/millrace/millrace/internal/diagnostic"

// Project is the content of a project's folder.
type Project struct {
	Manifest     Manifest
	Locations    []string // in the order of the file
	Workspaces   []Workspace
	Environments []Environment
	Jobs         []Job
	Subgraphs    []Subgraph
	Macros       []Macro
	Packages     []Package
	NodeTypes    []NodeType // the project's own and those of its packages
	Nodes        []*Node    // by location and name
}

// Manifest is the content of data.yml.
type Manifest struct {
	Version               int
	DefaultStorageMapping string
	Platform              string // platformKind; "" means snowflake
	HaltOnTestFailure     bool   // a failed test fails its node unless the test is set to continue
	File                  string
}

// Mapping is the database and schema of a location.
type Mapping struct {
	Database string `json:"database"`
	Schema   string `json:"schema"`
}

// Workspace is a local mapping for the command line.
type Workspace struct {
	Name       string // "" in workspace.yml, the key in workspaces.yml
	Profile    string // the connection to use
	Locations  map[string]Mapping
	Parameters map[string]any
	File       string
}

// Environment is a deploy target as the repository describes it.
type Environment struct {
	ID, Name string
	Mappings map[string]Mapping
	File     string
	At       diagnostic.Position
}

// Job is a saved pair of selectors.
type Job struct {
	ID                   JobID
	Name                 string
	Include, Exclude     string
	File                 string
	IncludeAt, ExcludeAt diagnostic.Position
}

// Subgraph is a saved list of nodes.
type Subgraph struct {
	ID    SubgraphID
	Name  string
	Steps []NodeID
	File  string
	At    diagnostic.Position
}

// Macro is a text of macro definitions and statements that precedes every template.
type Macro struct {
	ID, Name string
	Text     string
	File     string
	At       diagnostic.Position // of the first character of Text
}

// Package is a set of node types and macros under an alias.
type Package struct {
	Alias       string
	PackageID   string // @publisher/platform/name
	ReleaseID   string
	Variables   string  // Jinja that precedes the package's macros
	Macros      []Macro // from packages/<alias>/macros
	IsContained bool    // packages/<alias>/ is in the repository
	NodeTypes   []string
	File        string
	VariablesAt diagnostic.Position
}
