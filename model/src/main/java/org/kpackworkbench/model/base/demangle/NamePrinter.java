package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes names; in brief form without template arguments, parameters and results. */
final class NamePrinter {
  private final Printer out;
  private final SignaturePrinter signatures;
  private final boolean brief;

  NamePrinter(Printer out, boolean brief) {
    this.out = out;
    signatures = new SignaturePrinter(out, brief);
    this.brief = brief;
  }

  void left(NameNode node) {
    switch (node) {
      case NameNode.Plain(String text) -> out.text(text);
      case NameNode.Scoped(Node scope, Node name) -> {
        out.print(scope);
        out.text("::");
        member(name);
      }
      case NameNode.Friend(Node scope, Node name) -> {
        out.print(scope);
        out.text("::friend ");
        member(name);
      }
      case NameNode.Global(Node name) -> {
        out.text("::");
        out.print(name);
      }
      case NameNode.InModule(Node name, NameNode.ModuleName module) -> {
        out.print(name);
        out.text("@");
        out.print(module);
      }
      case NameNode.ModuleName(NameNode.ModuleName parent, String name, boolean partition) -> {
        if (parent != null) {
          out.print(parent);
        }
        if (parent != null || partition) {
          out.text(partition ? ":" : ".");
        }
        out.text(name);
      }
      case NameNode.Specialized(Node name, NameNode.Arguments arguments) -> {
        out.print(name);
        if (!brief) {
          out.arguments(arguments.list());
        }
      }
      case NameNode.Arguments(List<Node> list) -> out.arguments(list);
      case NameNode.ArgumentPack(List<Node> list) -> out.list(list);
      case NameNode.Tagged(Node name, String tag) -> {
        out.print(name);
        if (!brief) {
          out.text("[abi:").text(tag).text("]");
        }
      }
      case NameNode.Library(LibraryName name, boolean spelledOut) -> library(name, spelledOut);
      case NameNode.Structor(Node owner, boolean destructor) -> {
        out.text(destructor ? "~" : "");
        structorName(owner);
      }
      case NameNode.Conversion(Node type, TemplateScope scope) ->
          signatures.conversion(type, scope);
      case NameNode.Local(Node function, Node entity) -> signatures.local(function, entity);
      case NameNode.Closure closure -> signatures.closure(closure);
      case NameNode.Bindings(List<Node> list) -> {
        out.text("[");
        out.list(list);
        out.text("]");
      }
      case NameNode.Encoding encoding -> signatures.encoding(encoding);
      case NameNode.Special(String prefix, Node of) -> {
        out.text(prefix);
        out.print(of);
      }
      case NameNode.ConstructionTable(Node base, Node derived) -> {
        out.text("construction vtable for ");
        out.print(base);
        out.text("-in-");
        out.print(derived);
      }
      case NameNode.Suffixed(Node of, String suffix) -> {
        out.print(of);
        out.text(" (").text(suffix).text(")");
      }
    }
  }

  /** A lambda that is a member belongs to no template signature: its parameters are its own. */
  private void member(Node name) {
    Binder.@Nullable Scope outer = out.binder.scope();
    out.binder.enter(name instanceof NameNode.Closure ? null : outer);
    out.print(name);
    out.binder.enter(outer);
  }

  private void library(LibraryName name, boolean spelledOut) {
    out.text("std::").text(spelledOut ? name.className : name.shortName);
    if (spelledOut && !brief) {
      out.text(name.arguments);
    }
  }

  /** The class's own name, without its scope and arguments. */
  private void structorName(Node owner) {
    Node node = owner;
    while (true) {
      out.step();
      switch (node) {
        case NameNode.Scoped scoped -> node = scoped.name();
        case NameNode.Friend friend -> node = friend.name();
        case NameNode.InModule inModule -> node = inModule.name();
        case NameNode.Specialized specialized -> node = specialized.name();
        case NameNode.Tagged tagged -> node = tagged.name();
        case NameNode.Local local -> node = local.entity();
        case NameNode.Library(LibraryName name, boolean spelledOut) -> {
          out.text(spelledOut ? name.className : name.shortName);
          return;
        }
        case NameNode.Plain(String text) -> {
          out.text(text.startsWith("'") ? "" : text);
          return;
        }
        case NameNode.Closure _ -> {
          return;
        }
        default -> {
          out.print(node);
          return;
        }
      }
    }
  }

  /** A lambda's template parameters and parameters, without the name of its type. */
  void signature(NameNode.Closure closure) {
    signatures.signature(closure);
  }
}
