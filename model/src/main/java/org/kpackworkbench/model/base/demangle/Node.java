package org.kpackworkbench.model.base.demangle;

/**
 * A part of a parsed name. Nodes are immutable but for a {@link TemplateScope} that is filled while
 * parsing.
 */
sealed interface Node permits NameNode, TypeNode, ExpressionNode {}
