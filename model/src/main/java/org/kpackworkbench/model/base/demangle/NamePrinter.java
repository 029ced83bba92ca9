package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode.LibraryName;
import org.kpackworkbench.model.base.demangle.Node.TemplateScope;
import org.kpackworkbench.model.base.demangle.TypePrinter.DeclarationPrinter;
import org.kpackworkbench.model.base.demangle.TypePrinter.Shapes;

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

  /**
   * Writes what opens a scope for template parameters: functions, lambdas, conversions, local
   * entities.
   */
  private record SignaturePrinter(Printer out, boolean brief) {
    void conversion(Node type, TemplateScope scope) {
      Binder.@Nullable Scope outer = out.binder.enter(scopeOf(scope));
      out.text("operator ");
      out.print(type);
      out.binder.enter(outer);
    }

    private static Binder.@Nullable Scope scopeOf(TemplateScope scope) {
      List<Node> arguments = scope.arguments();
      return arguments.isEmpty() ? null : new Binder.Scope(null, arguments, false);
    }

    void local(Node function, Node entity) {
      Binder.@Nullable Scope outer = out.binder.enter(null);
      out.print(function);
      out.text("::");
      out.print(entity);
      out.binder.enter(outer);
    }

    void closure(NameNode.Closure closure) {
      out.text("'lambda").text(closure.number()).text("'");
      if (!brief) {
        signature(closure);
      }
    }

    void signature(NameNode.Closure closure) {
      List<Node> own = DeclarationPrinter.namesOf(closure.templateParameters());
      boolean unbound = out.binder.setUnbound(false);
      Binder.@Nullable Scope outer = out.binder.scope();
      out.binder.enter(new Binder.Scope(outer, own, true));
      if (!closure.templateParameters().isEmpty()) {
        out.arguments(closure.templateParameters());
      }
      if (closure.templateConstraint() != null) {
        out.constraint(closure.templateConstraint());
        out.text(" ");
      }
      out.open("(");
      out.list(closure.parameters());
      out.close(")");
      out.constraint(closure.constraint());
      out.binder.setUnbound(unbound);
      out.binder.enter(outer);
    }

    void encoding(NameNode.Encoding encoding) {
      boolean unbound = out.binder.setUnbound(false);
      Binder.@Nullable Scope own = scopeOf(encoding.scope());
      Node result = brief ? null : encoding.result();
      Binder.@Nullable Scope outer = out.binder.enter(own);
      if (result != null) {
        out.left(result);
        if (!Shapes.hasRight(out, result)) {
          out.text(" ");
        }
      }
      out.binder.enter(null);
      out.print(encoding.name());
      out.binder.enter(own);
      if (!brief) {
        function(encoding, result);
      }
      out.binder.setUnbound(unbound);
      out.binder.enter(outer);
    }

    private void function(NameNode.Encoding encoding, @Nullable Node result) {
      out.open("(");
      out.list(encoding.parameters());
      out.close(")");
      if (result != null) {
        out.right(result);
      }
      out.text(encoding.qualifiers());
      NameNode.Arguments enableIf = encoding.enableIf();
      if (enableIf != null) {
        out.text(" [enable_if:");
        out.list(enableIf.list());
        out.text("]");
      }
      out.constraint(encoding.constraint());
    }
  }
}
