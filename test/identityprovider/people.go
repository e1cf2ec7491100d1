package main

import (
	"sync"

	"github.com/zitadel/oidc/v3/example/server/storage"
)

// person is somebody who can sign in at the provider.
type person struct {
	ID            string   `json:"id"`
	Username      string   `json:"username"`
	Password      string   `json:"password"`
	Email         string   `json:"email"`
	EmailVerified bool     `json:"emailVerified"`
	FirstName     string   `json:"firstName"`
	LastName      string   `json:"lastName"`
	Groups        []string `json:"groups"`
}

// people are the users of the provider. It implements storage.UserStore.
type people struct {
	mu  sync.Mutex
	all map[string]person
}

func newPeople() *people { return &people{all: map[string]person{}} }

func (p *people) put(one person) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all[one.ID] = one
}

func (p *people) groups(id string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all[id].Groups
}

// GetUserByID implements storage.UserStore.
func (p *people) GetUserByID(id string) *storage.User {
	return p.find(func(one person) bool { return one.ID == id })
}

// GetUserByUsername implements storage.UserStore.
func (p *people) GetUserByUsername(name string) *storage.User {
	return p.find(func(one person) bool { return one.Username == name })
}

// ExampleClientID implements storage.UserStore.
func (p *people) ExampleClientID() string { return storage.ServiceUserID }

func (p *people) find(is func(person) bool) *storage.User {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.all {
		if is(one) {
			return &storage.User{
				ID: one.ID, Username: one.Username, Password: one.Password, FirstName: one.FirstName, LastName: one.LastName,
				Email: one.Email, EmailVerified: one.EmailVerified,
			}
		}
	}
	return nil
}
