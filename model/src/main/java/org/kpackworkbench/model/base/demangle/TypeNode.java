package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts that types are made of. */
sealed interface TypeNode extends Node {

  /**
   * A type with {@code const}, {@code volatile}, {@code restrict}; the text has a leading space.
   */
  record Qualified(Node type, String qualifiers) implements TypeNode {}

  /** A type with a vendor's qualifier, e.g. an address space: {@code float AS1}. */
  record VendorQualified(Node type, String qualifier, NameNode.@Nullable Arguments arguments)
      implements TypeNode {}

  /** A type followed by a word, {@code float complex}, or a constraint followed by {@code auto}. */
  record Followed(Node type, String word) implements TypeNode {}

  record Pointer(Node target) implements TypeNode {}

  record Reference(Node target, boolean rvalue) implements TypeNode {}

  record MemberPointer(Node owner, Node member) implements TypeNode {}

  record Array(Node element, @Nullable Node dimension) implements TypeNode {}

  record Vector(Node element, @Nullable Node dimension) implements TypeNode {}

  /**
   * A function's type.
   *
   * @param qualifiers with a leading space, e.g. {@code " const &"}
   */
  record Function(Node result, List<Node> parameters, String qualifiers, @Nullable Node exceptions)
      implements TypeNode {}

  /** {@code pattern...}, repeated for every element of the packs in it. */
  record Expansion(Node pattern) implements TypeNode {}

  /**
   * A reference to a template parameter, bound when it is printed: the same substitution may stand
   * for the parameters of different templates.
   *
   * @param level how many template parameter lists lie outside the one it refers to
   */
  record Parameter(int level, int index) implements TypeNode {}

  /** {@code struct name}, {@code union name}, {@code enum name}. */
  record Elaborated(String keyword, Node name) implements TypeNode {}

  /** Something between two texts, {@code decltype(x)}. */
  record Enclosed(String before, Node content, String after) implements TypeNode {}

  /** A list between two texts, {@code throw(A, B)}. */
  record EnclosedList(String before, List<Node> content, String after) implements TypeNode {}

  /** The declaration of a lambda's template parameter. */
  sealed interface Declaration extends TypeNode {}

  /** {@code typename $T}, or {@code constraint $T}. */
  record TypeParameter(@Nullable Node constraint, String name) implements Declaration {}

  /** {@code type $N}. */
  record ValueParameter(Node type, String name) implements Declaration {}

  /** {@code template<…> typename $TT}. */
  record TemplateParameter(List<Declaration> parameters, @Nullable Node constraint, String name)
      implements Declaration {}

  /** {@code typename ...$T}: one of the three above as a pack. */
  record PackParameter(Declaration parameter) implements Declaration {}
}
