// Package optest writes ops out, for tests.
package optest

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Texts writes the ops from index i on, each with its kind and all values that it refers to.
func Texts(ops *op.Ops, i int) (out []string) {
	var kinds op.Kinds
	k := reflect.ValueOf(&kinds).Elem()
	for i := range k.NumField() {
		name := k.Type().Field(i).Name
		take := reflect.MakeFunc(k.Field(i).Type().Elem(), func(args []reflect.Value) []reflect.Value {
			out = append(out, name+" "+text(args[1]))
			return nil
		})
		k.Field(i).Set(reflect.Append(k.Field(i), take))
	}
	for ; i < ops.Len(); i++ {
		kinds.Take(0, ops, i)
	}
	return out
}

// text writes a value out. Of a datatype it writes only fields that never change.
func text(v reflect.Value) string {
	var parts []string
	switch v.Kind() {
	case reflect.Pointer:
		if d, ok := v.Interface().(*datatype.Type); ok && d != nil {
			return fmt.Sprint("type ", d.Unknown, d.Size, d.LB, d.Extent, d.TrueLB, d.TrueExtent, d.Kind, d.Predef)
		}
		if v.IsNil() {
			return "nil"
		}
		return "&" + text(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			parts = append(parts, v.Type().Field(i).Name+":"+text(v.Field(i)))
		}
	case reflect.Slice:
		for i := range v.Len() {
			parts = append(parts, text(v.Index(i)))
		}
	default:
		return fmt.Sprint(v)
	}
	return "{" + strings.Join(parts, " ") + "}"
}
