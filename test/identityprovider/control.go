package main

import (
	"encoding/json"
	"errors"
	"net/http"
)

// control changes the provider for tests.
type control struct {
	people *people
	store  *store
	saml   *samlProvider
}

type controlRequest struct {
	Users       []person `json:"users"`
	Audience    *string  `json:"audience"`
	CodesExpire *bool    `json:"codesExpire"`
	RotateKeys  bool     `json:"rotateKeys"`
	Services    []string `json:"services"`
	Omit        *string  `json:"omit"` // a part of SAML assertions
}

// ServeHTTP applies a request.
func (c control) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request controlRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := c.apply(request); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (c control) apply(request controlRequest) (err error) {
	for _, one := range request.Users {
		c.people.put(one)
		err = errors.Join(err, c.saml.put(one))
	}
	if request.Audience != nil {
		c.store.set(func() { c.store.audience = *request.Audience })
	}
	if request.CodesExpire != nil {
		c.store.set(func() { c.store.codesExpire = *request.CodesExpire })
	}
	if request.RotateKeys {
		c.store.rotate()
		err = errors.Join(err, c.saml.rotate())
	}
	if request.Omit != nil {
		c.saml.omit(*request.Omit)
	}
	for _, service := range request.Services {
		err = errors.Join(err, c.saml.register(service))
	}
	return err
}
