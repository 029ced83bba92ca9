package org.kpackworkbench.model.base.demangle;

import org.jspecify.annotations.Nullable;

/** What a type's declarator looks like, which decides on parentheses and spaces around it. */
final class Shapes {
  private Shapes() {}

  static boolean isArray(Printer printer, Node type) {
    return direct(printer, type) instanceof TypeNode.Array;
  }

  static boolean isFunction(Printer printer, Node type) {
    return direct(printer, type) instanceof TypeNode.Function;
  }

  /** The type below qualifiers and template parameters. */
  private static Node direct(Printer printer, Node type) {
    Binder.@Nullable Scope scope = printer.binder.scope();
    Node node = type;
    while (true) {
      printer.step();
      switch (node) {
        case TypeNode.Parameter parameter -> {
          Binder.Followed followed = printer.binder.follow(parameter, scope);
          node = followed.node();
          scope = followed.scope();
        }
        case TypeNode.Qualified qualified -> node = qualified.type();
        default -> {
          return node;
        }
      }
    }
  }

  /** Whether something of the type stands right of the name it declares. */
  static boolean hasRight(Printer printer, Node type) {
    Binder.@Nullable Scope scope = printer.binder.scope();
    Node node = type;
    while (true) {
      printer.step();
      switch (node) {
        case TypeNode.Parameter parameter -> {
          Binder.Followed followed = printer.binder.follow(parameter, scope);
          node = followed.node();
          scope = followed.scope();
        }
        case TypeNode.Qualified qualified -> node = qualified.type();
        case TypeNode.Pointer pointer -> node = pointer.target();
        case TypeNode.Reference reference -> node = reference.target();
        case TypeNode.MemberPointer pointer -> node = pointer.member();
        case TypeNode.Array _, TypeNode.Function _ -> {
          return true;
        }
        default -> {
          return false;
        }
      }
    }
  }
}
