package docsite

import (
	"io/fs"
	"net/http"
)

// Result is a section that a search found.
type Result = result

// Document is what tests check of a document.
type Document struct {
	File, Path, Title string
	Anchors           []string
	Links             []string // as written
}

// NewSite renders the documents of a folder.
func NewSite(files fs.FS) (http.Handler, error) { return newSite(files) }

// Search searches the documents of a folder.
func Search(files fs.FS, query string) ([]Result, error) {
	s, err := newSite(files)
	if err != nil {
		return nil, err
	}
	return s.search(query), nil
}

// Read reads a document.
func Read(file string, source []byte) (Document, error) {
	p, err := renderMarkdown(file, source, nil)
	return documentOf(p), err
}

func documentOf(p page) Document {
	d := Document{File: p.file, Path: p.path, Title: p.title, Anchors: []string{anchorOf(p.title)}}
	for _, h := range p.headings {
		d.Anchors = append(d.Anchors, h.ID)
	}
	for _, l := range p.links {
		d.Links = append(d.Links, l.source)
	}
	return d
}

// Embedded returns the documents of this binary, and the addresses in the navigation.
func Embedded() (list []Document, linked map[string]bool, err error) {
	s, err := embedded()
	if err != nil {
		return nil, nil, err
	}
	for _, p := range s.pages {
		list = append(list, documentOf(p))
	}
	linked = map[string]bool{root: true}
	for _, g := range s.groups {
		for _, l := range g.Links {
			linked[l.Path] = true
		}
	}
	return list, linked, nil
}
