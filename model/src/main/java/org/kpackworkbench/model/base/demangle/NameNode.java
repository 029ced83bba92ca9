package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts that names of entities are made of. */
sealed interface NameNode extends Node {

  /** A name written as it is: an identifier, an operator's name, a builtin type. */
  record Plain(String text) implements NameNode {}

  /** {@code scope::name}. */
  record Scoped(Node scope, Node name) implements NameNode {}

  /** {@code scope::friend name}, a friend that is constrained like a member. */
  record Friend(Node scope, Node name) implements NameNode {}

  /** {@code ::name}. */
  record Global(Node name) implements NameNode {}

  /** {@code name@module}; the module is itself a substitution candidate. */
  record InModule(Node name, ModuleName module) implements NameNode {}

  /** A module's name, {@code parent.name}, or {@code parent:name} for a partition. */
  record ModuleName(@Nullable ModuleName parent, String name, boolean partition)
      implements NameNode {}

  /** {@code name<arguments>}. */
  record Specialized(Node name, Arguments arguments) implements NameNode {}

  /** {@code <arguments>}. */
  record Arguments(List<Node> list) implements NameNode {}

  /** {@code J … E}: arguments bound to one parameter pack. */
  record ArgumentPack(List<Node> list) implements NameNode {}

  /** {@code name[abi:tag]}. */
  record Tagged(Node name, String tag) implements NameNode {}

  /** An abbreviation of the library; constructors are shown with the class spelled out. */
  record Library(LibraryName name, boolean spelledOut) implements NameNode {}

  /** A constructor or destructor of the class that {@code owner} names. */
  record Structor(Node owner, boolean destructor) implements NameNode {}

  /**
   * {@code operator type}. The type may refer to template arguments that follow later, hence the
   * scope.
   */
  record Conversion(Node type, TemplateScope scope) implements NameNode {}

  /** {@code function::entity}. */
  record Local(Node function, Node entity) implements NameNode {}

  /**
   * The type of a lambda.
   *
   * @param templateParameters those written in the source, not those made by {@code auto}
   * @param number what tells it from others with the same signature; empty for the first
   */
  record Closure(
      List<TypeNode.Declaration> templateParameters,
      @Nullable Node templateConstraint,
      List<Node> parameters,
      @Nullable Node constraint,
      String number)
      implements NameNode {}

  /** {@code [a, b]}: a structured binding. */
  record Bindings(List<Node> names) implements NameNode {}

  /**
   * A function with what its mangled name says of its type; a variable is its name alone.
   *
   * @param qualifiers of a member function, with a leading space, e.g. {@code " const &"}
   */
  record Encoding(
      @Nullable Node result,
      Node name,
      List<Node> parameters,
      String qualifiers,
      @Nullable Arguments enableIf,
      @Nullable Node constraint,
      TemplateScope scope)
      implements NameNode {}

  /** {@code vtable for X} and its like. */
  record Special(String prefix, Node of) implements NameNode {}

  /** {@code construction vtable for base-in-derived}. */
  record ConstructionTable(Node base, Node derived) implements NameNode {}

  /** An encoding with what a compiler appended to it, {@code f() (.isra.0)}. */
  record Suffixed(Node node, String suffix) implements NameNode {}
}
