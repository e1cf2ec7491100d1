// Command sbom writes what a Go program is made of, as a bill of materials in the format CycloneDX 1.6. It reads the program itself,
// so that it lists exactly the modules that are compiled in: go run ./test/sbom -output FILE PROGRAM.
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// document is a bill of materials, with the fields that we fill.
type document struct {
	BOMFormat    string      `json:"bomFormat"`
	SpecVersion  string      `json:"specVersion"`
	SerialNumber string      `json:"serialNumber"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PackageURL string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func main() {
	output := flag.String("output", "", "file to write")
	flag.Parse()
	if err := write(flag.Arg(0), *output); err != nil {
		log.Fatal(err)
	}
}

func write(program, output string) error {
	if program == "" || output == "" {
		return errors.New("sbom: pass -output FILE and the program")
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	raw, err := json.MarshalIndent(describe(info, time.Now()), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(output, append(raw, '\n'), 0o600)
}

// describe lists the modules of a program by name, and the standard library, whose vulnerabilities count too.
func describe(info *debug.BuildInfo, now time.Time) document {
	modules := []component{library("std", strings.TrimPrefix(info.GoVersion, "go"), "")}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		modules = append(modules, library(module.Path, module.Version, module.Sum))
	}
	slices.SortFunc(modules, func(a, b component) int { return cmp.Compare(a.Ref, b.Ref) })
	program := library(info.Main.Path, strings.TrimSuffix(info.Main.Version, "(devel)"), "") // it may have no version
	program.Type = "application"
	return document{
		BOMFormat: "CycloneDX", SpecVersion: "1.6", SerialNumber: "urn:uuid:" + uuid.NewString(), Version: 1, Components: modules,
		Metadata: metadata{Timestamp: now.UTC().Format(time.RFC3339), Component: program},
	}
}

// library describes a module. Its package URL identifies it for scanners of vulnerabilities.
func library(path, version, sum string) component {
	url := "pkg:golang/" + path
	if version != "" {
		url += "@" + version
	}
	described := component{Type: "library", Ref: url, Name: path, Version: version, PackageURL: url}
	if sum != "" {
		described.Properties = []property{{Name: "go:sum", Value: sum}}
	}
	return described
}
