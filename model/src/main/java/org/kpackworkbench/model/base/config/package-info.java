/**
 * Configuration files in TOML, YAML and JSON as one tree in which every value has its position.
 *
 * <p>{@link org.kpackworkbench.model.base.config.ConfigText} reads text, so that an edited text can
 * be checked without a file. Reading throws nothing: what is wrong with a text is a {@link
 * org.kpackworkbench.model.base.config.ConfigText.ConfigProblem}, and the rest of it is in the
 * tree. One parser for each syntax feeds {@code TreeMaker}, which builds the {@link
 * org.kpackworkbench.model.base.config.ConfigNode} and keeps the limits.
 *
 * <p>{@link org.kpackworkbench.model.base.config.ConfigFields} reads the fields of one mapping. It
 * remembers which were requested, and so which keys are unknown; {@link
 * org.kpackworkbench.model.base.config.Nearest} finds the key that was probably meant.
 *
 * <p>YAML's tags make no objects. Values that an alias repeats count each time, against {@link
 * org.kpackworkbench.model.base.config.ConfigText#MOST_VALUES}.
 */
package org.kpackworkbench.model.base.config;
