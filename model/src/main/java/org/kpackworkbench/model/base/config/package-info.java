/**
 * Configuration files in TOML, YAML and JSON as one tree in which every value knows where it
 * stands.
 *
 * <p>{@link org.kpackworkbench.model.base.config.ConfigText} reads text, so that what somebody is
 * typing can be checked without a file. Nothing in a text is an exception: what is wrong with it is
 * a {@link org.kpackworkbench.model.base.config.ConfigProblem}, and what could be read is there.
 * {@link org.kpackworkbench.model.base.config.ConfigFields} is for whoever makes sense of a
 * mapping: it knows what was asked for, and so which keys nobody understands.
 *
 * <p>YAML's tags make no objects here, and what its aliases would unfold to counts as if it stood
 * there, against {@link org.kpackworkbench.model.base.config.ConfigText#MOST_VALUES}.
 */
package org.kpackworkbench.model.base.config;
