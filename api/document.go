package api

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed openapi.yaml
var source []byte

// Document returns the OpenAPI document as JSON, the body of GET /api/openapi.json. Callers must not change it.
func Document() ([]byte, error) { return document() }

//nolint:gochecknoglobals // constant: a process converts the document at most once
var document = sync.OnceValues(func() ([]byte, error) {
	var document map[string]any
	if err := yaml.Unmarshal(source, &document); err != nil {
		return nil, fmt.Errorf("read openapi.yaml: %w", err)
	}
	return json.Marshal(document)
})

// Operation is one method on one path of the document.
type Operation struct {
	ID     string // as in the document: listEnvironments
	Method string // GET
	Path   string // /api/v1/environments/{environmentID}
	Public bool   // needs neither token nor session
}

// Operations lists every operation of the document, ordered by path and method. Callers must not change it.
func Operations() ([]Operation, error) { return operations() }

//nolint:gochecknoglobals // constant: a process reads the operations at most once
var operations = sync.OnceValues(func() ([]Operation, error) {
	var document struct {
		Paths map[string]map[string]yaml.Node `yaml:"paths"`
	}
	if err := yaml.Unmarshal(source, &document); err != nil {
		return nil, fmt.Errorf("read openapi.yaml: %w", err)
	}
	var operations []Operation
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		item := document.Paths[path]
		for _, method := range slices.Sorted(maps.Keys(item)) {
			if method == "parameters" {
				continue
			}
			var detail struct {
				ID       string                 `yaml:"operationId"`
				Security *[]map[string][]string `yaml:"security"`
			}
			node := item[method]
			if err := node.Decode(&detail); err != nil {
				return nil, fmt.Errorf("read openapi.yaml: %s %s: %w", method, path, err)
			}
			operations = append(operations, Operation{
				ID: detail.ID, Method: strings.ToUpper(method), Path: path,
				Public: detail.Security != nil && len(*detail.Security) == 0,
			})
		}
	}
	return operations, nil
})
