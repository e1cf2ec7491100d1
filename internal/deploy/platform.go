package deploy

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/enginekind"
)

// checkPlatform returns the issue of a project that is written for another platform than that of the environment's engine. It is
// the only issue of such a plan, because most others would follow from it.
func (c *comparison) checkPlatform(desired *compiler.Compilation) (difference.Issue, bool) {
	if c.isOwnPlatform(desired) || c.scope.AllowOtherPlatform {
		return difference.Issue{}, false
	}
	manifest := desired.Project.Manifest
	written, engine := cmp.Or(manifest.Platform, enginekind.Default), c.target.Platform
	issue := difference.Issue{
		Code: difference.CodeOtherPlatform, File: manifest.File,
		Message: fmt.Sprintf("the project is written for %s, and the engine of environment %s is %s", written, c.environment.Name, engine),
		Hint: fmt.Sprintf("Choose an environment with a connection of kind %s. If the SQL of the project works on %s too, set platformKind: %s, "+
			"or plan with allowOtherPlatform, which lists what does not carry over.", written, engine, engine),
	}
	if manifest.Platform == "" {
		issue.Message = fmt.Sprintf("the project has no platformKind, so it is written for %s, and the engine of environment %s is %s",
			written, c.environment.Name, engine)
	}
	return issue, true
}

// isOwnPlatform reports whether the project is written for the platform of the environment's engine.
func (c *comparison) isOwnPlatform(desired *compiler.Compilation) bool {
	return strings.EqualFold(cmp.Or(desired.Project.Manifest.Platform, enginekind.Default), c.target.Platform)
}

// platformScope returns the part of a plan's scope that still matters when the same snapshot is planned again.
func (p *Plan) platformScope() difference.Scope {
	if p.Result == nil || p.Result.Scope == nil {
		return difference.Scope{}
	}
	return difference.Scope{AllowOtherPlatform: p.Result.Scope.AllowOtherPlatform}
}
